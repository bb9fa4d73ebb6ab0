import { Injectable, Logger } from '@nestjs/common';
import { col, Database, statement } from '../database/index.ts';
import { JobHandlers } from './job-runner.ts';
import { RETENTION, RETENTION_NAMES, type RetentionName } from './retention-rules.ts';

/** Deletes the rows whose retention period is over. Returns their number. Safe to run twice, and in two processes. */
type RetentionTask = () => Promise<number>;

/** Names of the rules that are due. `$1`: all names. `$2`: hours between two runs of each rule. */
const DUE_RULES = statement(
  'retention-due',
  `select rule.name from unnest($1::text[], $2::int[]) rule(name, hours) left join retention_run r on r.name = rule.name
  where r.ran_at is null or r.error is not null or r.ran_at < now() - make_interval(mins => rule.hours * 60 - 5)`,
  { name: col.text },
);
const RECORD = statement(
  'retention-record',
  `insert into retention_run as r (name, ran_at, removed, removed_total, error) values ($1, now(), $2, $2, $3)
  on conflict (name) do update set ran_at = excluded.ran_at, removed = excluded.removed,
    removed_total = r.removed_total + excluded.removed, error = excluded.error`,
);

/**
 * Enforces the rules of `RETENTION` in the worker. For each rule, a module registers a function. The process doesn't start if a rule has
 * no function.
 */
@Injectable()
export class Retention {
  readonly #log = new Logger('Retention');
  readonly #enforce = new Map<RetentionName, RetentionTask>();

  constructor(
    private readonly database: Database,
    handlers: JobHandlers,
  ) {
    handlers.handle('retention-run', () => this.run());
  }

  enforce(name: RetentionName, enforce: RetentionTask): void {
    this.#enforce.set(name, enforce);
  }

  /** @throws Error with the names of all rules without a function, because such a process must not start */
  complete(): void {
    const missing = RETENTION_NAMES.filter((name) => !this.#enforce.has(name));
    if (missing.length > 0) throw new Error(`Nothing enforces the retention of: ${missing.join(', ')}.`);
  }

  /** Runs the rules that are due. A rule that fails doesn't prevent the others from running, and is retried next time. */
  async run(): Promise<void> {
    const hours = RETENTION_NAMES.map((name) => RETENTION[name].everyHours);
    const dueNames = new Set((await this.database.rows(DUE_RULES, [RETENTION_NAMES, hours])).map(({ name }) => name));
    const failed: string[] = [];
    for (const name of RETENTION_NAMES.filter((rule) => dueNames.has(rule)))
      await this.apply(name).catch((error: Error) => {
        this.#log.warn(`${RETENTION[name].what} could not be deleted: ${error.message}`);
        failed.push(name);
      });
    if (failed.length > 0) throw new Error(`Not deleted: ${failed.join(', ')}.`);
  }

  /** Applies one rule now. Returns the number of deleted rows. */
  async apply(name: RetentionName): Promise<number> {
    try {
      const removed = (await this.#enforce.get(name)?.()) ?? 0;
      await this.database.execute(RECORD, [name, removed, null]);
      if (removed > 0) this.#log.log(`${RETENTION[name].what}: deleted ${removed}.`);
      return removed;
    } catch (error) {
      await this.database.execute(RECORD, [name, 0, (error as Error).message]).catch(() => undefined);
      throw error;
    }
  }
}
