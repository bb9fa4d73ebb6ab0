import { storageCalls } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { type CallInput, Contract } from '../../../common/index.ts';
import { Username } from '../../auth/index.ts';
import { CheckRows } from './check-rows.ts';
import { FindingReads } from './finding-reads.ts';
import { Findings } from './findings.ts';
import { SettleSeveral } from './settle-several.ts';

@Controller()
export class StorageCheckController {
  readonly #rows: CheckRows;
  readonly #reads: FindingReads;
  readonly #findings: Findings;
  readonly #several: SettleSeveral;

  constructor(rows: CheckRows, reads: FindingReads, findings: Findings, several: SettleSeveral) {
    this.#rows = rows;
    this.#reads = reads;
    this.#findings = findings;
    this.#several = several;
  }

  @Contract(storageCalls.status)
  status(_input: CallInput<typeof storageCalls.status>) {
    return this.#reads.status();
  }

  @Contract(storageCalls.begin)
  async begin(_input: CallInput<typeof storageCalls.begin>, @Username() username: string) {
    await this.#rows.begin(username);
    return this.#reads.status();
  }

  @Contract(storageCalls.cancel)
  async cancel(_input: CallInput<typeof storageCalls.cancel>) {
    await this.#rows.cancel();
    return this.#reads.status();
  }

  @Contract(storageCalls.findings)
  findings({ query }: CallInput<typeof storageCalls.findings>) {
    return this.#reads.list({ kind: query.kind, way: query.settled_by, limit: query.limit, offset: query.offset });
  }

  @Contract(storageCalls.adopt)
  adopt({ params, body }: CallInput<typeof storageCalls.adopt>, @Username() username: string) {
    return this.#findings.adopt(params.finding_id, body.title, username);
  }

  @Contract(storageCalls.relink)
  relink({ params, body }: CallInput<typeof storageCalls.relink>, @Username() username: string) {
    return this.#findings.relink(params.finding_id, body.path, username);
  }

  @Contract(storageCalls.accept)
  accept({ params }: CallInput<typeof storageCalls.accept>, @Username() username: string) {
    return this.#findings.accept(params.finding_id, username);
  }

  @Contract(storageCalls.undo)
  undo({ params }: CallInput<typeof storageCalls.undo>, @Username() username: string) {
    return this.#findings.undo(params.finding_id, username);
  }

  @Contract(storageCalls.settleSeveral)
  settleSeveral({ body }: CallInput<typeof storageCalls.settleSeveral>, @Username() username: string) {
    return this.#several.settle(body, username);
  }

  @Contract(storageCalls.undoSeveral)
  undoSeveral({ body }: CallInput<typeof storageCalls.undoSeveral>, @Username() username: string) {
    return this.#several.undo(body.finding_ids, username);
  }
}
