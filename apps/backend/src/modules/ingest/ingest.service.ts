import { createHash, randomUUID } from 'node:crypto';
import {
  ingestCalls,
  type IngestOperation,
  type IngestProblem,
  type IngestReport,
  type IngestStatus,
  MAX_DOCUMENT_BYTES,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { type JsonText, jsonText, type KeyedRequest, notFound, onceOnly, Problem } from '../../common/index.ts';
import { afterCommit, Database } from '../../database/index.ts';
import { Storage, SYSTEM_PREFIX } from '../storage/index.ts';
import { OPERATION_COLUMNS } from './operation-columns.ts';
import { IngestJobs } from './run/ingest-jobs.ts';

const NEWEST = 50;
const MARKDOWN = 'text/markdown; charset=utf-8';

const OPEN_CONFLICTS = `(
  select count(*) from ingest_item i cross join jsonb_array_elements(i.conflicts) c
  where i.operation_id = o.id and c ->> 'choice' is null)`;

interface Start {
  document: string;
  filename: string;
  dryRun: boolean;
  startedBy: string;
}

/** A key belongs to one document under one name, in whichever form it came. */
const fingerprintOf = ({ fingerprint }: KeyedRequest, sha256: Buffer, filename: string) =>
  createHash('sha256').update(fingerprint).update(sha256).update(filename).digest();

/** Operations as the interface starts and shows them. */
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
   * Takes no document while the queue is away: who sends it shall hear of it. Keeps the document, notes the operation and, once that is certain, gives it to the queue. A request that is sent again is
   * answered with the operation of the first one.
   */
  async start({ document, filename, dryRun, startedBy }: Start, keyed?: KeyedRequest): Promise<JsonText> {
    const bytes = Buffer.from(document);
    if (bytes.length > MAX_DOCUMENT_BYTES) throw new Problem(413, 'A document may have up to 20 MB.');
    const sha256 = createHash('sha256').update(bytes).digest();
    const once = keyed && { ...keyed, fingerprint: fingerprintOf(keyed, sha256, filename) };
    const id = randomUUID();
    const key = `${SYSTEM_PREFIX}documents/${id}.md`;
    let noted = false;
    await this.#jobs.reachable();
    await this.#storage.put(key, bytes, MARKDOWN);
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

  async status(): Promise<IngestStatus> {
    const operations = await this.#database.rows<IngestOperation>(
      'ingest.status',
      `select ${OPERATION_COLUMNS} from ingest_operation o order by o.created_at desc, o.id limit ${NEWEST}`,
    );
    return { operations };
  }

  async report(id: string): Promise<IngestReport> {
    const operation = await this.#database.row<IngestOperation & Pick<IngestReport, 'plan' | 'open_conflicts'>>(
      'ingest.operation',
      `select ${OPERATION_COLUMNS}, o.plan, ${OPEN_CONFLICTS} as open_conflicts from ingest_operation o where o.id = $1`,
      [id],
    );
    if (!operation) throw notFound('There is no such ingest.');
    const problems = await this.#database.rows<IngestProblem>(
      'ingest.problems',
      `select line, voyage, field, severity, message, suggestion from ingest_problem
       where operation_id = $1 order by line nulls first, ordinal`,
      [id],
    );
    return { ...operation, problems };
  }
}

/** Where an operation can be looked at. */
export const operationPath = (id: string) => ingestCalls.get.path.replace('{operation_id}', id);
