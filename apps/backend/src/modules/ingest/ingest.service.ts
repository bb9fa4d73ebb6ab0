import { createHash, randomUUID } from 'node:crypto';
import { ingestCalls, MAX_DOCUMENT_BYTES } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonText, jsonText, type KeyedRequest, onceOnly, Problem } from '../../common/index.ts';
import { afterCommit, Database } from '../../database/index.ts';
import { Storage, SYSTEM_PREFIX } from '../storage/index.ts';
import { IngestJobs } from './run/ingest-jobs.ts';

const TEXT = { ending: 'md', type: 'text/markdown; charset=utf-8' };
const BYTES = { ending: 'bin', type: 'application/octet-stream' };

interface Start {
  document: string;
  encoding: 'utf-8' | 'base64';
  filename: string;
  dryRun: boolean;
  startedBy: string;
}

/** A key belongs to one document under one name, in whichever form it came. */
const fingerprintOf = ({ fingerprint }: KeyedRequest, sha256: Buffer, filename: string) =>
  createHash('sha256').update(fingerprint).update(sha256).update(filename).digest();

/** Takes documents in. */
@Injectable()
export class IngestService {
  readonly #database: Database;
  readonly #storage: Storage;
  readonly #jobs: IngestJobs;

  constructor(database: Database, storage: Storage, jobs: IngestJobs) {
    this.#database = database;
    this.#storage = storage;
    this.#jobs = jobs;
  }

  /**
   * Keeps the document, notes the operation and, once that is certain, gives it to the queue; while the queue is away it takes none. A
   * request that is sent again is answered with the operation of the first one.
   */
  async start({ document, encoding, filename, dryRun, startedBy }: Start, keyed?: KeyedRequest): Promise<JsonText> {
    const bytes = Buffer.from(document, encoding);
    const { ending, type } = encoding === 'base64' ? BYTES : TEXT;
    if (bytes.length > MAX_DOCUMENT_BYTES) throw new Problem(413, 'A document may have up to 20 MB.');
    const sha256 = createHash('sha256').update(bytes).digest();
    const once = keyed && { ...keyed, fingerprint: fingerprintOf(keyed, sha256, filename) };
    const id = randomUUID();
    const key = `${SYSTEM_PREFIX}documents/${id}.${ending}`;
    let noted = false;
    await this.#jobs.reachable();
    await this.#storage.put(key, bytes, type);
    try {
      const answer = await this.#database.transaction((statements) =>
        onceOnly(statements, once, async () => {
          await statements.change(
            'ingest.start',
            `insert into ingest_operation (id, filename, document_key, document_sha256, dry_run, started_by)
             values ($1, $2, $3, $4, $5, $6)`,
            [id, filename, key, sha256, dryRun, startedBy],
          );
          // A queue that has gone away since is no loss: the worker finds the operation in the table.
          afterCommit(() => this.#jobs.add(id, 1));
          return jsonText(JSON.stringify({ operation_id: id }), { headers: { location: operationPath(id) } });
        }),
      );
      noted = answer.text.includes(id);
      return answer;
    } finally {
      if (!noted) await this.#storage.remove(key).catch(() => undefined);
    }
  }
}

/** Where an operation can be looked at. */
export const operationPath = (id: string) => ingestCalls.get.path.replace('{operation_id}', id);
