import { storageOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type OperationInput, Contract } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { DiscrepancyQueries } from './discrepancy-queries.ts';
import { DiscrepancyResolver } from './discrepancy-resolver.ts';
import { BulkResolver } from './bulk-resolver.ts';
import { StorageCheckRepository } from './storage-check-repository.ts';

@Controller()
export class StorageCheckController {
  constructor(
    private readonly checks: StorageCheckRepository,
    private readonly queries: DiscrepancyQueries,
    private readonly resolver: DiscrepancyResolver,
    private readonly bulk: BulkResolver,
  ) {}

  @Contract(storageOperations.status)
  status(_input: OperationInput<typeof storageOperations.status>) {
    return this.queries.status();
  }

  @Contract(storageOperations.start)
  async start(_input: OperationInput<typeof storageOperations.start>, @Username() username: string) {
    await this.checks.start(username);
    return this.queries.status();
  }

  @Contract(storageOperations.cancel)
  async cancel(_input: OperationInput<typeof storageOperations.cancel>) {
    await this.checks.cancel();
    return this.queries.status();
  }

  @Contract(storageOperations.discrepancies)
  discrepancies({ query }: OperationInput<typeof storageOperations.discrepancies>) {
    return this.queries.list({
      kind: query.kind,
      resolution: query.resolved_by,
      limit: query.limit,
      offset: query.offset,
    });
  }

  @Contract(storageOperations.addToLibrary)
  addToLibrary({ params, body }: OperationInput<typeof storageOperations.addToLibrary>, @Username() username: string) {
    return this.resolver.addToLibrary(params.discrepancy_id, body.title, username);
  }

  @Contract(storageOperations.relink)
  relink({ params, body }: OperationInput<typeof storageOperations.relink>, @Username() username: string) {
    return this.resolver.relink(params.discrepancy_id, body.path, username);
  }

  @Contract(storageOperations.keepChangedFile)
  keepChangedFile({ params }: OperationInput<typeof storageOperations.keepChangedFile>, @Username() username: string) {
    return this.resolver.keepChangedFile(params.discrepancy_id, username);
  }

  @Contract(storageOperations.undo)
  undo({ params }: OperationInput<typeof storageOperations.undo>, @Username() username: string) {
    return this.resolver.undo(params.discrepancy_id, username);
  }

  @Contract(storageOperations.bulkResolve)
  bulkResolve({ body }: OperationInput<typeof storageOperations.bulkResolve>, @Username() username: string) {
    return this.bulk.resolve(body, username);
  }

  @Contract(storageOperations.bulkUndo)
  bulkUndo({ body }: OperationInput<typeof storageOperations.bulkUndo>, @Username() username: string) {
    return this.bulk.undo(body.discrepancy_ids, username);
  }
}
