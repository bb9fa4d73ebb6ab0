import { mediaOperations, mediaRecordOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, type OperationInput, notFound } from '../../common/index.ts';
import { Username } from '../auth/index.ts';
import { Write, type WriteRequest } from '../idempotency/index.ts';
import { Proposals } from '../proposals/index.ts';
import { BulkMedia } from './bulk/bulk-media.ts';
import { MediaBrowser } from './media-browser.ts';
import { MediaCommands } from './media-commands.ts';
import { MediaNeighbors } from './media-neighbors.ts';
import { MediaPreservation } from './media-preservation.ts';
import { MediaQueries } from './media-queries.ts';

@Controller()
export class MediaController {
  readonly #queries: MediaQueries;
  readonly #neighbors: MediaNeighbors;
  readonly #preservation: MediaPreservation;

  constructor(queries: MediaQueries, neighbors: MediaNeighbors, preservation: MediaPreservation) {
    this.#queries = queries;
    this.#neighbors = neighbors;
    this.#preservation = preservation;
  }

  @Contract(mediaOperations.list)
  list({ query }: OperationInput<typeof mediaOperations.list>) {
    return this.#queries.list(query);
  }

  @Contract(mediaOperations.matches)
  matches({ query }: OperationInput<typeof mediaOperations.matches>) {
    return this.#queries.matches(query);
  }

  @Contract(mediaOperations.get)
  get({ params }: OperationInput<typeof mediaOperations.get>) {
    return this.#queries.get(params.slug);
  }

  @Contract(mediaRecordOperations.neighbors)
  neighbors({ params, query }: OperationInput<typeof mediaRecordOperations.neighbors>) {
    return this.#neighbors.neighborsOf(params.slug, query.album);
  }

  @Contract(mediaRecordOperations.preservation)
  preservation({ params }: OperationInput<typeof mediaRecordOperations.preservation>) {
    return this.#preservation.preservationOf(params.slug);
  }

  @Contract(mediaOperations.byVoyage)
  byVoyage({ params }: OperationInput<typeof mediaOperations.byVoyage>) {
    return this.#queries.byVoyage(params.slug);
  }

  @Contract(mediaOperations.search)
  search({ query }: OperationInput<typeof mediaOperations.search>) {
    return this.#queries.duplicates(query);
  }

  @Contract(mediaOperations.usage)
  usage({ params }: OperationInput<typeof mediaOperations.usage>) {
    return this.#queries.usage(params.media_slug);
  }
}

@Controller()
export class MediaCommandsController {
  constructor(
    commands: MediaCommands,
    private readonly bulk: BulkMedia,
    private readonly proposals: Proposals,
  ) {
    proposals.handle('media', { update: commands.update.bind(commands) });
  }

  @Contract(mediaOperations.update)
  update({ params, body }: OperationInput<typeof mediaOperations.update>, @Write() write: WriteRequest) {
    return this.proposals.save('media', params.media_slug, body, write);
  }

  @Contract(mediaOperations.detach)
  async detach({ params }: OperationInput<typeof mediaOperations.detach>, @Username() username: string) {
    const { voyages, detached, missing } = await this.bulk.detach([params.media_slug], username);
    if (missing.length > 0) throw notFound('Media not found in database.');
    return { voyages_affected: voyages.length, revision: detached[0]?.revision ?? null };
  }
}

@Controller()
export class MediaBrowseController {
  constructor(private readonly browser: MediaBrowser) {}

  @Contract(mediaOperations.browse)
  browse({ query }: OperationInput<typeof mediaOperations.browse>) {
    return this.browser.browse(query.prefix, query.bucket);
  }
}
