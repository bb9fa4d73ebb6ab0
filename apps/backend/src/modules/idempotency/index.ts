import { Injectable, Module, type ExecutionContext, createParamDecorator } from '@nestjs/common';
import { Database, statement, type StatementExecutor, col } from '../../database/index.ts';
import { Retention } from '../../queues/index.ts';
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type JsonText, Problem, jsonText } from '../../common/index.ts';

/** A request with an `Idempotency-Key`, which the client may repeat without repeating its effect. */
export interface IdempotentRequest {
  username: string;
  key: string;
  /** SHA-256 of method, path and body, because a key is only valid for one request. */
  fingerprint: Buffer;
}

const KEY = /^[\x21-\x7e]{1,200}$/;

const IDEMPOTENCY_DAYS = 1;

const CLAIM = statement(
  'idempotency-claim',
  `insert into idempotency_key (username, key, fingerprint) values ($1, $2, $3)
  on conflict (username, key) do update set fingerprint = excluded.fingerprint, response = null, created_at = now()
  where idempotency_key.created_at < now() - make_interval(days => ${IDEMPOTENCY_DAYS})`,
);
const STORE = statement(
  'idempotency-store',
  'update idempotency_key set response = $3, version = $4, headers = $5 where username = $1 and key = $2',
);
const FIND = statement(
  'idempotency-find',
  'select fingerprint, response, version, headers from idempotency_key where username = $1 and key = $2',
  {
    fingerprint: col.bytes,
    response: col.text,
    version: col.text.nullable(),
    headers: col.json<Record<string, string>>(),
  },
);

/** The request's `Idempotency-Key` and fingerprint; undefined without the header. */
function idempotentRequest(request: FastifyRequest): IdempotentRequest | undefined {
  const { headers, method, url, body, username } = request;
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !KEY.test(key) || username === null)
    throw new Problem(400, 'An Idempotency-Key has 1 to 200 visible characters.');
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([method, url, body ?? null]))
    .digest();
  return { username, key, fingerprint };
}

/**
 * Runs `work` in the transaction of the executor. For a day, a repeated request gets the first response instead. The key is claimed in
 * the same transaction, so concurrent requests wait for each other, and a failed request leaves no key behind.
 * @throws Problem 422 if the key was used for another request
 */
export async function runOnce(
  executor: StatementExecutor,
  request: IdempotentRequest | undefined,
  work: () => Promise<JsonText>,
): Promise<JsonText> {
  if (!request) return work();
  const owner = [request.username, request.key];
  if ((await executor.execute(CLAIM, [...owner, request.fingerprint])) > 0) {
    const response = await work();
    const { text, version = null, headers } = response;
    await executor.execute(STORE, [...owner, text, version, JSON.stringify(headers)]);
    return response;
  }
  const earlierRequest = await executor.row(FIND, owner);
  if (!earlierRequest?.fingerprint.equals(request.fingerprint))
    throw new Problem(422, 'This Idempotency-Key was used for another request.');
  return jsonText(earlierRequest.response, {
    version: earlierRequest.version ?? undefined,
    headers: { ...earlierRequest.headers, 'idempotency-replayed': 'true' },
  });
}

/** The author and the conditions of a write. */
export interface WriteRequest {
  changedBy: string;
  /** The version in the `If-Match` header; undefined accepts any version. */
  expected: string | undefined;
  /** Undefined without an `Idempotency-Key`. */
  idempotency: IdempotentRequest | undefined;
  /** The account of a contributor, whose change is only proposed. */
  contributor?: number | undefined;
  /** Run in the transaction of the change. */
  before?: (executor: StatementExecutor) => Promise<void>;
  after?: (executor: StatementExecutor, changes: ChangedRecords) => Promise<void>;
}

/** What a transaction has changed so far. */
export interface ChangedRecords {
  /** The first record of a kind, with its snapshot from before; null for a new one. */
  first(kind: string): { id: number; slug: string; before: object | null } | undefined;
}

/** Injects a `WriteRequest` into a handler: `update({ params, body }, @Write() write: WriteRequest)`. */
export const Write = createParamDecorator((_: unknown, context: ExecutionContext): WriteRequest => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (request.username === null) throw new Problem(401, 'Please sign in.');
  return {
    contributor: request.identity?.role === 'contributor' ? (request.identity.accountId ?? 0) : undefined,
    changedBy: request.username,
    expected: request.headers['if-match'],
    idempotency: idempotentRequest(request),
  };
});

const DELETE_EXPIRED = statement(
  'idempotency-delete-expired',
  `delete from idempotency_key where created_at < now() - make_interval(days => ${IDEMPOTENCY_DAYS})`,
);

/** Deletes expired idempotency keys. Runs in the worker. */
@Injectable()
class ExpiredIdempotencyKeys {
  constructor(database: Database, retention: Retention) {
    retention.enforce('idempotency-keys', () => database.execute(DELETE_EXPIRED));
  }
}

@Module({ providers: [ExpiredIdempotencyKeys] })
export class IdempotencyWorkerModule {}
