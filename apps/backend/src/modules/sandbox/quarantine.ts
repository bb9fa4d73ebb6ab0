import { Injectable } from '@nestjs/common';
import { col, Database, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import type { CrashReason } from './sandbox-process.ts';

/** A file that crashes the sandbox this many times is quarantined and not tried again. */
export const MAX_CRASHES = 2;

const MAX_LISTED_FILES = 100;

const QUARANTINED_FILE = {
  sha256: col.bytes,
  /** The task that crashed: `picture` or `document`. */
  task: col.text,
  /** The title of the record or the name of the file. */
  name: col.text,
  reason: col.text.as<CrashReason>(),
  crashed_at: col.timestamp,
};
export type QuarantinedFile = RowOf<typeof QUARANTINED_FILE>;

const CRASHES = statement('sandbox-crashes', 'select crashes, reason from sandbox_crash where sha256 = $1', {
  crashes: col.int,
  reason: col.text.as<CrashReason>(),
});
const ADD = statement(
  'sandbox-crash-add',
  `insert into sandbox_crash (sha256, task, name, reason) values ($1, $2, $3, $4)
  on conflict (sha256) do update set crashes = sandbox_crash.crashes + 1, task = $2, name = $3, reason = $4, crashed_at = now()
  returning crashes, reason`,
  { crashes: col.int, reason: col.text.as<CrashReason>() },
);
const DELETE = statement('sandbox-crash-delete', 'delete from sandbox_crash where sha256 = $1');
const LIST = statement(
  'quarantine-list',
  `select sha256, task, name, reason, crashed_at from sandbox_crash where crashes >= ${MAX_CRASHES}
  order by crashed_at desc, sha256 limit ${MAX_LISTED_FILES}`,
  QUARANTINED_FILE,
);
const COUNT = statement(
  'quarantine-count',
  `select count(*) as count from sandbox_crash where crashes >= ${MAX_CRASHES}`,
  { count: col.int },
);

interface Crashes {
  crashes: number;
  /** Reason of the last crash. */
  reason: CrashReason;
}

/** Stores the hashes of files that crashed the sandbox. Files that crashed it twice are quarantined. */
@Injectable()
export class Quarantine {
  constructor(private readonly database: Database) {}

  /** The crashes of a file; undefined if there were none. */
  crashesOf(sha256: Buffer): Promise<Crashes | undefined> {
    return this.database.row(CRASHES, [sha256]);
  }

  async addCrash(sha256: Buffer, task: string, name: string, reason: CrashReason): Promise<Crashes> {
    return (await this.database.row(ADD, [sha256, task, name, reason])) ?? { crashes: 1, reason };
  }

  /** Forgets the crashes of a file, so that it is tried again. Returns whether there were any. */
  async forgetCrashes(sha256: Buffer, executor: StatementExecutor = this.database): Promise<boolean> {
    return (await executor.execute(DELETE, [sha256])) > 0;
  }

  /** The latest quarantined files. */
  list(): Promise<QuarantinedFile[]> {
    return this.database.rows(LIST);
  }

  async count(): Promise<number> {
    return (await this.database.row(COUNT))?.count ?? 0;
  }
}
