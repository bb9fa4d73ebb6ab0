import { createHash, randomBytes } from 'node:crypto';
import { type DeployToken, PUBLISHED } from '@archive/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { notFound } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { type Pipeline, SessionGuard } from '../auth/index.ts';

const PREFIX = 'deploy_';
const TOKEN = /^deploy_[\w-]{43}$/;

/** A random token of 256 bits needs no slow hash: nobody tries them all. */
const hashOf = (token: string) => createHash('sha256').update(token).digest();

const COLUMNS = 'id as token_id, name, label, created_at, created_by, last_used_at, revoked_at';

const instant = (text: string | null) => (text === null ? null : new Date(text).toISOString());

/** The keys of the teams' pipelines: each opens one front end's changes, is shown once, and is kept as a hash only. */
@Injectable()
export class DeployTokens implements OnModuleInit {
  readonly #database: Database;
  readonly #guard: SessionGuard;

  constructor(database: Database, guard: SessionGuard) {
    this.#database = database;
    this.#guard = guard;
  }

  onModuleInit(): void {
    this.#guard.admitPipelines((token) => this.#pipelineOf(token));
  }

  async list(): Promise<DeployToken[]> {
    const rows = await this.#database.rows<DeployToken>(
      'deploy-tokens',
      `select ${COLUMNS} from deploy_token order by id desc`,
    );
    return rows.map(described);
  }

  async make(name: (typeof PUBLISHED)[number], label: string, by: string): Promise<DeployToken & { token: string }> {
    const token = PREFIX + randomBytes(32).toString('base64url');
    const row = await this.#database.row<DeployToken>(
      'deploy-token-make',
      `insert into deploy_token (name, label, token_hash, created_by) values ($1, $2, $3, $4) returning ${COLUMNS}`,
      [name, label, hashOf(token), by],
    );
    return { ...described(row as DeployToken), token };
  }

  async revoke(id: number): Promise<void> {
    const revoked = await this.#database.change(
      'deploy-token-revoke',
      'update deploy_token set revoked_at = coalesce(revoked_at, now()) where id = $1',
      [id],
    );
    if (revoked === 0) throw notFound('There is no such deploy token.');
  }

  async #pipelineOf(token: string): Promise<Pipeline | undefined> {
    if (!TOKEN.test(token)) return undefined;
    const found = await this.#database.row<{ name: string; label: string }>(
      'deploy-token-use',
      'update deploy_token set last_used_at = now() where token_hash = $1 and revoked_at is null returning name, label',
      [hashOf(token)],
    );
    return found && { username: `pipeline of ${found.name}: ${found.label}`, pipeline: found.name };
  }
}

const described = (row: DeployToken): DeployToken => ({
  ...row,
  created_at: instant(row.created_at) ?? '',
  last_used_at: instant(row.last_used_at),
  revoked_at: instant(row.revoked_at),
});
