import type { UploadToken } from '@archive/contracts';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { notFound } from '../../../common/index.ts';
import { col, type ColumnsOf, Database, statement } from '../../../database/index.ts';
import { type Machine, MachineTokens, SessionGuard } from '../../auth/index.ts';

const TOKENS = new MachineTokens('upload_');

const SELECTED = `id as token_id, label, instant_text(created_at) created_at, created_by, created_with,
  instant_text(last_used_at) last_used_at, instant_text(revoked_at) revoked_at`;
const COLUMNS = {
  token_id: col.int,
  label: col.text,
  created_at: col.text,
  created_by: col.text,
  created_with: col.json<string[]>(),
  last_used_at: col.text.nullable(),
  revoked_at: col.text.nullable(),
} satisfies ColumnsOf<UploadToken>;

const LIST = statement('upload-tokens', `select ${SELECTED} from upload_token order by id desc`, COLUMNS);
const CREATE = statement(
  'upload-token-create',
  `insert into upload_token (label, token_hash, created_by) values ($1, $2, $3) returning ${SELECTED}`,
  COLUMNS,
);
const REVOKE = statement(
  'upload-token-revoke',
  `update upload_token set revoked_by = case when revoked_at is null then $2 else revoked_by end,
     revoked_at = coalesce(revoked_at, now()) where id = $1`,
);
const RECORD_USE = statement(
  'upload-token-use',
  'update upload_token set last_used_at = now() where token_hash = $1 and revoked_at is null returning label',
  { label: col.text },
);

/** Tokens for programs that upload files, such as the import in a scanning room. Each is shown once and stored as a hash. */
@Injectable()
export class UploadTokens implements OnModuleInit {
  readonly #database: Database;
  readonly #guard: SessionGuard;

  constructor(database: Database, guard: SessionGuard) {
    this.#database = database;
    this.#guard = guard;
  }

  onModuleInit(): void {
    this.#guard.setTokenLookup('upload', (token) => this.#machineOf(token));
  }

  list(): Promise<UploadToken[]> {
    return this.#database.rows(LIST);
  }

  async create(label: string, createdBy: string): Promise<UploadToken & { token: string }> {
    const { token, hash } = TOKENS.create();
    const row = await this.#database.row(CREATE, [label, hash, createdBy]);
    return { ...(row as UploadToken), token };
  }

  /** @throws 404 if the token doesn’t exist */
  async revoke(id: number, by: string): Promise<void> {
    if ((await this.#database.execute(REVOKE, [id, by])) === 0) throw notFound('Upload token not found');
  }

  async #machineOf(token: string): Promise<Machine | undefined> {
    const hash = TOKENS.hashOf(token);
    const row = hash && (await this.#database.row(RECORD_USE, [hash]));
    return row && { username: `upload token: ${row.label}` };
  }
}
