import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Statements } from '../database/index.ts';
import { JsonText, jsonText } from './json-text.ts';
import { Problem } from './problem.ts';

/** A request that its sender may repeat without doing its work twice. */
export interface KeyedRequest {
  username: string;
  key: string;
  /** SHA-256 of what is asked for: a key belongs to one request. */
  fingerprint: Buffer;
}

const KEY = /^[\x21-\x7e]{1,200}$/;

export const IDEMPOTENCY_DAYS = 1;

const TAKE = `
  insert into idempotency_key (username, key, fingerprint) values ($1, $2, $3)
  on conflict (username, key) do update set fingerprint = excluded.fingerprint, answer = null, created_at = now()
  where idempotency_key.created_at < now() - make_interval(days => ${IDEMPOTENCY_DAYS})
  returning 1`;
const KEEP = `update idempotency_key set answer = $3, version = $4, headers = $5 where username = $1 and key = $2`;
const FIRST = `select fingerprint, answer, version, headers from idempotency_key where username = $1 and key = $2`;

interface First {
  fingerprint: Buffer;
  answer: string;
  version: string | null;
  headers: Record<string, string>;
}

/** The `Idempotency-Key` of a request with what it is asked for; undefined where it has none. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): KeyedRequest | undefined => {
    const { headers, method, url, body, username } = context.switchToHttp().getRequest<FastifyRequest>();
    const key = headers['idempotency-key'];
    if (key === undefined) return undefined;
    if (typeof key !== 'string' || !KEY.test(key) || username === null)
      throw new Problem(400, 'An Idempotency-Key has 1 to 200 visible characters.');
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([method, url, body ?? null]))
      .digest();
    return { username, key, fingerprint };
  },
);

/**
 * Does `work`, which answers something new, in the transaction of the statements; or answers what it answered the first time, for
 * a day. The key is taken in the transaction of the change: two at the same time wait for each other, and what was refused
 * leaves no key behind.
 * @throws the 422 of a key that was used for another request
 */
export async function onceOnly(
  statements: Statements,
  request: KeyedRequest | undefined,
  work: () => Promise<JsonText>,
): Promise<JsonText> {
  if (!request) return work();
  const owner = [request.username, request.key];
  if (await statements.row('idempotency-take', TAKE, [...owner, request.fingerprint])) {
    const answer = await work();
    const { text, version = null, headers } = answer;
    await statements.change('idempotency-keep', KEEP, [...owner, text, version, JSON.stringify(headers)]);
    return answer;
  }
  const first = await statements.row<First>('idempotency-first', FIRST, owner);
  if (!first?.fingerprint.equals(request.fingerprint))
    throw new Problem(422, 'This Idempotency-Key has been used for another request.');
  return jsonText(first.answer, {
    version: first.version ?? undefined,
    headers: { ...first.headers, 'idempotency-replayed': 'true' },
  });
}
