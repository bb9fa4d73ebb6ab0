import type { DeployToken } from '@archive/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { notFound } from '../../common/index.ts';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';
import { MachineTokens, type Pipeline, SessionGuard } from '../auth/index.ts';

const TOKENS = new MachineTokens('deploy_');

const NAMES = 'id as token_id, name, scope, label, created_at, created_by, created_with, last_used_at, revoked_at';
const COLUMNS = {
  token_id: col.int,
  name: col.text.as<NonNullable<DeployToken['name']>>().nullable(),
  scope: col.text.as<DeployToken['scope']>(),
  label: col.text,
  created_at: col.timestamp,
  created_by: col.text,
  created_with: col.json<string[]>(),
  last_used_at: col.timestamp.nullable(),
  revoked_at: col.timestamp.nullable(),
} satisfies ColumnsOf<DeployToken>;

const ALL = statement('deploy-tokens', `select ${NAMES} from deploy_token order by id desc`, COLUMNS);
const CREATE = statement(
  'deploy-token-create',
  `insert into deploy_token (name, scope, label, token_hash, created_by) values ($1, $2, $3, $4, $5) returning ${NAMES}`,
  COLUMNS,
);
const REVOKE = statement(
  'deploy-token-revoke',
  `update deploy_token set revoked_by = case when revoked_at is null then $2 else revoked_by end,
     revoked_at = coalesce(revoked_at, now()) where id = $1`,
);
const REVOKE_ALL = statement(
  'deploy-tokens-revoke',
  'update deploy_token set revoked_at = now(), revoked_by = $2 where name = $1 and revoked_at is null',
);
const RECORD_USE = statement(
  'deploy-token-use',
  'update deploy_token set last_used_at = now() where token_hash = $1 and revoked_at is null returning name, label',
  { name: col.text.nullable(), label: col.text },
);

const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString());

/**
 * Deploy tokens. Each token allows a pipeline to publish one micro-frontend, or a verifier to record verdicts on all of them. It is shown
 * once and stored as a hash.
 */
@Injectable()
export class DeployTokens implements OnModuleInit {
  readonly #database: Database;
  readonly #guard: SessionGuard;

  constructor(database: Database, guard: SessionGuard) {
    this.#database = database;
    this.#guard = guard;
  }

  onModuleInit(): void {
    this.#guard.setTokenLookup('deploy', (token) => this.#pipelineOf(token));
  }

  async list(): Promise<DeployToken[]> {
    const rows = await this.#database.rows(ALL);
    return rows.map(withIsoTimes);
  }

  /** Creates a token for the pipeline of the micro-frontend `name`, or for a verifier if `name` is null. */
  async create(name: string | null, label: string, createdBy: string): Promise<DeployToken & { token: string }> {
    const { token, hash } = TOKENS.create();
    const scope = name === null ? 'verify' : 'publish';
    const row = await this.#database.row(CREATE, [name, scope, label, hash, createdBy]);
    return { ...withIsoTimes(row as DeployToken), token };
  }

  async revoke(id: number, by: string): Promise<void> {
    const revoked = await this.#database.execute(REVOKE, [id, by]);
    if (revoked === 0) throw notFound('Deploy token not found');
  }

  /** Revokes all tokens of a micro-frontend when it is retired. */
  async revokeAllOf(name: string, by: string): Promise<void> {
    await this.#database.execute(REVOKE_ALL, [name, by]);
  }

  async #pipelineOf(token: string): Promise<Pipeline | undefined> {
    const hash = TOKENS.hashOf(token);
    const row = hash && (await this.#database.row(RECORD_USE, [hash]));
    if (!row) return undefined;
    const { name, label } = row;
    return { username: name === null ? `verifier: ${label}` : `pipeline of ${name}: ${label}`, app: name };
  }
}

const withIsoTimes = (row: DeployToken): DeployToken => ({
  ...row,
  created_at: instant(row.created_at) ?? '',
  last_used_at: instant(row.last_used_at),
  revoked_at: instant(row.revoked_at),
});
