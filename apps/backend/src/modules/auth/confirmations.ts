import { hash, randomBytes } from 'node:crypto';
import type { Operation } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound, parseOrProblem, Problem, unknownBodyFields } from '../../common/index.ts';
import { col, Database, statement } from '../../database/index.ts';
import { SecurityLog } from '../security-log/index.ts';
import { Credentials } from './credentials.ts';
import { LoginLimiter } from './login-limiter.ts';

/** How long a request can be confirmed, and how long the confirmation then holds. */
const MINUTES = { open: 10, confirmed: 2 };
/** Requests of one session that wait for a confirmation; older ones are dropped. */
const MAX_WAITING = 20;
const KEY_BYTES = 32;

const IS_WAITING = `confirmed_at is null and created_at > now() - make_interval(mins => ${MINUTES.open})`;
const IS_CONFIRMED = `confirmed_at > now() - make_interval(mins => ${MINUTES.confirmed})`;

const TRIM = statement(
  'confirmation-trim',
  `delete from confirmation where id in (
    select id from confirmation where session_key = $1 order by created_at desc offset ${MAX_WAITING - 1})`,
);
const START = statement(
  'confirmation-start',
  'insert into confirmation (id, session_key, operation, digest, what) values ($1, $2, $3, $4, $5)',
);
const WAITING = statement(
  'confirmation-waiting',
  `select what, operation, session_key, account_id, username
   from (select * from confirmation where id = $1 and ${IS_WAITING}) c join session on token_hash = session_key and expires_at > now()`,
  { what: col.text, operation: col.text, session_key: col.bytes, account_id: col.int.nullable(), username: col.text },
);
const STATE = statement(
  'confirmation-state',
  `select ${IS_CONFIRMED} is true confirmed from confirmation
   where id = $1 and session_key = $2 and (${IS_WAITING} or ${IS_CONFIRMED})`,
  { confirmed: col.bool },
);
const CONFIRM = statement(
  'confirmation-confirm',
  `update confirmation set confirmed_at = now() where id = $1 and ${IS_WAITING}`,
);
const USE = statement(
  'confirmation-use',
  `delete from confirmation where id = $1 and session_key = $2 and operation = $3 and digest = $4 and ${IS_CONFIRMED}
   and exists (select from session where token_hash = session_key and expires_at > now())`,
);

const EXPIRED = 'This request has expired or was already confirmed. Go back to the archive and try again.';

const NO_PASSWORD =
  'This needs a password, and accounts of providers have none. Sign in with the account in the configuration to do it.';

/** The parts of a request that a confirmation holds for. Files are not among them. */
const digestOf = ({ id }: Operation, { params, query, body }: FastifyRequest): Buffer =>
  hash('sha256', JSON.stringify([id, params, query, body ?? null]), 'buffer');

/**
 * Asks for the password before operations that give away power or can't be undone. Code of a micro-frontend runs with the session of
 * its user, so the session alone must not be enough for them. The password is entered on a page of its own (decision 0110), and
 * holds once, for one session and one request.
 */
@Injectable()
export class Confirmations {
  readonly #credentials: Credentials;
  readonly #database: Database;
  readonly #limiter: LoginLimiter;
  readonly #log: SecurityLog;

  constructor(credentials: Credentials, database: Database, limiter: LoginLimiter, log: SecurityLog) {
    this.#credentials = credentials;
    this.#database = database;
    this.#limiter = limiter;
    this.#log = log;
  }

  /** Requires a confirmation for operations that declare one. Tokens are limited to what they are for, and need none. */
  guard(server: FastifyInstance): void {
    server.addHook('preHandler', async (request) => {
      const { operation } = request.routeOptions.config;
      if (operation?.confirmation === undefined || request.sessionKey === null) return;
      const { params = {}, query = {}, body = {} } = request as { params?: object; query?: object; body?: object };
      const what = operation.confirmation({ ...body, ...query, ...params });
      if (what === undefined || !isValid(operation, request)) return;
      const { confirmation: id } = request.headers;
      if (typeof id === 'string' && (await this.#use(id, request.sessionKey, operation, request))) return;
      const { identity } = await this.#credentials.findById(request.identity?.accountId ?? null);
      if (!identity) throw new Problem(403, NO_PASSWORD);
      throw await this.#required(request.sessionKey, operation, request, what);
    });
  }

  /** What waits for a confirmation, in words. @throws 404 for a request that has expired */
  async what(id: string): Promise<string> {
    return (await this.#waiting(id)).what;
  }

  /** Whether the request has been confirmed. @throws 404 for a request that has expired or is of another session */
  async isConfirmed(id: string, session: Buffer): Promise<boolean> {
    const state = await this.#database.row(STATE, [id, session]);
    if (!state) throw notFound(EXPIRED);
    return state.confirmed;
  }

  /**
   * Confirms a request with the password.
   * @throws Problem 401 for a wrong password, 404 for a request that has expired, 429 for too many attempts
   */
  async confirm(id: string, password: string, address: string): Promise<void> {
    const { operation, session_key, account_id, username } = await this.#waiting(id);
    const record = (kind: 'action-confirmed' | 'login-failed' | 'login-throttled') =>
      this.#log.record({ kind, actor: username, address, details: { operation } });
    // A session has signed in, so guesses from elsewhere don't keep it from confirming, as for a known device.
    const attempt = { address, username, device: `session ${session_key.toString('hex')}` };
    const isMatch = await this.#limiter
      .admit(attempt)
      .then(async () => this.#credentials.check(await this.#credentials.findById(account_id), password, 'known'))
      .catch((error: unknown) => {
        if (error instanceof Problem) record('login-throttled');
        throw error;
      });
    if (!isMatch) {
      record('login-failed');
      throw new Problem(401, 'This is not the password. Please try again.');
    }
    await this.#limiter.recordSuccess(attempt);
    if ((await this.#database.execute(CONFIRM, [id])) === 0) throw notFound(EXPIRED);
    record('action-confirmed');
  }

  async #waiting(id: string) {
    const row = await this.#database.row(WAITING, [id]);
    if (!row) throw notFound(EXPIRED);
    return row;
  }

  async #use(id: string, session: Buffer, operation: Operation, request: FastifyRequest): Promise<boolean> {
    const values = [id, session, operation.id, digestOf(operation, request)];
    return (await this.#database.execute(USE, values)) === 1;
  }

  async #required(session: Buffer, operation: Operation, request: FastifyRequest, what: string): Promise<Problem> {
    const id = randomBytes(KEY_BYTES).toString('base64url');
    await this.#database.execute(TRIM, [session]);
    await this.#database.execute(START, [id, session, operation.id, digestOf(operation, request), what]);
    return new Problem(403, 'This needs your password again.', {
      members: { confirmation: { confirmation_id: id, url: `/confirm/${id}`, what } },
    });
  }
}

/** Invalid requests are rejected by their handler, before a password is requested. */
function isValid(operation: Operation, request: FastifyRequest): boolean {
  const { params, body } = operation;
  if (params && 'problem' in parseOrProblem(params, request.params)) return false;
  if (!body || request.isMultipart()) return true;
  return 'data' in parseOrProblem(body, request.body) && unknownBodyFields(operation, request.body).length === 0;
}
