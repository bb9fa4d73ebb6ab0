import { hash, randomBytes } from 'node:crypto';
import {
  allows,
  type ApiToken,
  type OperationBody,
  type apiTokenOperations,
  SCOPES_OF_ROLE,
  SHELL,
  type TokenKind,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, Problem } from '../../common/index.ts';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';
import type { Identity } from './credentials.ts';

/** A program with a token. */
export interface Machine {
  /** The name that history records for changes by the program. */
  username: string;
  scopes: readonly string[];
}

/** Prefixes tell scanners for leaked secrets what a token is. Tokens with the older ones are still valid. */
const PREFIX = 'archive_';
const FORMAT = /^(?:archive|deploy|upload)_[\w-]{43}$/;

/** The scopes that a kind of operation accepts, without the names of micro-frontends. */
const ACCEPTED: Record<TokenKind, readonly string[]> = { deploy: ['deploy', 'verify'], upload: ['upload'] };

const SELECTED = `id as token_id, label, scopes, instant_text(created_at) as created_at, created_by, created_with,
  instant_text(expires_at) as expires_at, instant_text(last_used_at) as last_used_at, instant_text(revoked_at) as revoked_at`;
const COLUMNS = {
  token_id: col.int,
  label: col.text,
  scopes: col.array(col.text),
  created_at: col.text,
  created_by: col.text,
  created_with: col.json<string[]>(),
  expires_at: col.text.nullable(),
  last_used_at: col.text.nullable(),
  revoked_at: col.text.nullable(),
} satisfies ColumnsOf<ApiToken>;

/** $1: whether those of all accounts. $2: an account. */
const LIST = statement(
  'api-tokens',
  `select ${SELECTED} from api_token where $1 or account_id = $2 order by id desc`,
  COLUMNS,
);
const UNREGISTERED = statement(
  'api-token-unregistered',
  `select name from (select substr(scope, 8) as name from unnest($1::text[]) scope where scope like 'deploy:%') asked
   where name <> '${SHELL}' and (
     select description from frontend_registration r where r.name = asked.name order by id desc limit 1) is null`,
  { name: col.text },
);
const CREATE = statement(
  'api-token-create',
  `insert into api_token (label, scopes, token_hash, created_by, expires_at, account_id)
   select $1, $2, $3, $4, now() + make_interval(days => $5), $6
   where $6::int is null
     or exists (select from account where id = $6 and role = $7 and deactivated_at is null for share)
   returning ${SELECTED}`,
  COLUMNS,
);
const REVOKE = statement(
  'api-token-revoke',
  `update api_token set revoked_by = case when revoked_at is null then $2 else revoked_by end,
     revoked_at = coalesce(revoked_at, now()) where id = $1 and ($3 or account_id = $4)`,
);
const REVOKE_OF_SCOPE = statement(
  'api-tokens-revoke',
  'update api_token set revoked_at = now(), revoked_by = $2 where $1 = any(scopes) and revoked_at is null',
);
const USE = statement(
  'api-token-use',
  `update api_token set last_used_at = now()
   where token_hash = $1 and revoked_at is null and (expires_at is null or expires_at > now())
     and exists (select from unnest(scopes) scope where split_part(scope, ':', 1) = any($2)) returning label, scopes`,
  { label: col.text, scopes: col.array(col.text) },
);

/** A token has 256 random bits, so a slow hash is unnecessary. */
const hashOf = (token: string) => hash('sha256', token, 'buffer');

/** The scope without the name of a micro-frontend. */
const kindOf = (scope: string) => scope.split(':', 1)[0] ?? '';

/** Whether all tokens, and otherwise the tokens of which account. */
const whose = ({ accountId, role }: Identity) => [allows(role, 'administrator'), accountId] as const;

const roleOf = (scope: string) =>
  scope === 'upload'
    ? 'upload token'
    : scope === 'verify'
      ? 'verifier'
      : `pipeline of ${scope.slice('deploy:'.length)}`;

/** Tokens for programs. Each allows what its scopes say, is shown once and stored as a hash. */
@Injectable()
export class ApiTokens {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The tokens of an account; for administrators, those of all accounts. */
  list(identity: Identity): Promise<ApiToken[]> {
    return this.#database.rows(LIST, [...whose(identity)]);
  }

  /** @throws 403 for a scope that the role may not have, 404 for a micro-frontend that isn't registered */
  async create(
    { label, scopes, expires_in_days = null }: OperationBody<typeof apiTokenOperations.create>,
    { accountId, name: createdBy, role }: Identity,
  ): Promise<ApiToken & { token: string }> {
    if (!scopes.every((scope) => SCOPES_OF_ROLE[role].includes(kindOf(scope))))
      throw new Problem(403, 'Your role doesn’t allow tokens with these permissions.');
    const unregistered = await this.#database.row(UNREGISTERED, [scopes]);
    if (unregistered) {
      const { name } = unregistered;
      throw notFound(
        `There is no micro-frontend called ${name}. Register it on /ops/frontends, or with "npm run mfe -- register ${name}".`,
      );
    }
    const token = PREFIX + randomBytes(32).toString('base64url');
    const values = [label, [...new Set(scopes)], hashOf(token), createdBy, expires_in_days, accountId, role];
    const row = await this.#database.row(CREATE, values);
    if (!row) throw new Problem(401, 'Please sign in.');
    return { ...row, token };
  }

  /** @throws 404 if the token doesn't exist, or is that of another account and `by` is not an administrator */
  async revoke(id: number, by: Identity): Promise<void> {
    if ((await this.#database.execute(REVOKE, [id, by.name, ...whose(by)])) === 0)
      throw notFound('API token not found');
  }

  /** Revokes all tokens with a scope. */
  async revokeAllWith(scope: string, by: string): Promise<void> {
    await this.#database.execute(REVOKE_OF_SCOPE, [scope, by]);
  }

  /** The program of a valid token that is for this kind of operation. */
  async machineOf(token: string, kind: TokenKind): Promise<Machine | undefined> {
    if (!FORMAT.test(token)) return undefined;
    const row = await this.#database.row(USE, [hashOf(token), ACCEPTED[kind]]);
    return row && { username: `${row.scopes.map(roleOf).join(', ')}: ${row.label}`, scopes: row.scopes };
  }
}
