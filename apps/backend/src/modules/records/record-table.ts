import { type Fields, namesOf, storyFields, type ValuesOf } from '@archive/contracts';
import { type ExpectedVersion, expectVersion, notFound } from '../../common/index.ts';
import { col, statement, type StatementExecutor } from '../../database/index.ts';
import type { ChangeSet } from './change-set.ts';
import { columnsOf } from './columns.ts';
import { lockRecordOfSlug, nextVersion, restoredValues } from './restore-requirements.ts';
import type { HistoryKind } from './snapshots.ts';

/** The kinds whose tables have only the declared fields. */
type TableKind = Extract<HistoryKind, 'place' | 'story'>;

/** A record that is locked for a change. */
export interface LockedRecord<F extends Fields> {
  id: number;
  slug: string;
  version: number;
  values: ValuesOf<F>;
}

/** Locks and writes the records of a kind that has a table of its name, with a column for each declared field and no other. */
export class RecordTable<F extends Fields> {
  readonly #kind: TableKind;
  readonly #fields: F;
  readonly #statements;

  constructor(kind: TableKind, fields: F) {
    const names = namesOf(fields);
    const columns = names.join(', ');
    const taken = columnsOf('n', names);
    this.#kind = kind;
    this.#fields = fields;
    this.#statements = {
      lock: statement(
        `${kind}-lock`,
        `select r.id, r.slug, r.version, (select to_jsonb(n) from (select ${columnsOf('r', names)}) n) "values"
        from ${kind} r where r.slug = $1 for update`,
        { id: col.int, slug: col.text, version: col.int, values: col.json<ValuesOf<F>>() },
      ),
      insert: statement(
        `${kind}-insert`,
        `insert into ${kind} (slug, ${columns}) select n.slug, ${taken} from jsonb_populate_record(null::${kind}, $1::jsonb) n
        returning id`,
        { id: col.int },
      ),
      reinsert: statement(
        `${kind}-reinsert`,
        `insert into ${kind} (id, slug, version, created_at, ${columns}) overriding system value
        select n.id, n.slug, n.version, n.created_at, ${taken} from jsonb_populate_record(null::${kind}, $1::jsonb) n`,
      ),
      update: statement(
        `${kind}-update`,
        `update ${kind} r set (${columns}) = (select ${taken} from jsonb_populate_record(r, $2::jsonb) n),
          version = r.version + 1, updated_at = now()
        where r.id = $1`,
      ),
      remove: statement(`${kind}-delete`, `delete from ${kind} where id = $1`),
    };
  }

  /** @throws 404 if the record doesn't exist, 412 if it doesn't have the expected version */
  async lock(executor: StatementExecutor, slug: string, expected?: ExpectedVersion): Promise<LockedRecord<F>> {
    const record = await executor.row(this.#statements.lock, [slug]);
    if (!record) throw notFound(`${this.#kind.slice(0, 1).toUpperCase()}${this.#kind.slice(1)} not found`);
    expectVersion(expected, `${record.id}.${record.version}`, this.#kind);
    return record;
  }

  async insert(changes: ChangeSet, slug: string, values: ValuesOf<F>): Promise<number> {
    const row = await changes.executor.row(this.#statements.insert, [JSON.stringify({ ...values, slug })]);
    const id = row?.id ?? 0;
    changes.created(this.#kind, id, slug);
    return id;
  }

  /** Updates a locked record. Absent fields stay unchanged. */
  async update(changes: ChangeSet, id: number, values: Partial<ValuesOf<F>>): Promise<void> {
    await changes.takeSnapshots(this.#kind, [id]);
    await changes.executor.execute(this.#statements.update, [id, JSON.stringify(values)]);
  }

  async remove(changes: ChangeSet, id: number): Promise<void> {
    await changes.takeSnapshots(this.#kind, [id], { deleting: true });
    await changes.executor.execute(this.#statements.remove, [id]);
    changes.deleted(this.#kind, [id]);
  }

  /** Restores a version, or a deleted record under its old id and slug. */
  async restore(changes: ChangeSet, slug: string, id: number, snapshot: { created_at: string }): Promise<void> {
    const { executor } = changes;
    const values = restoredValues(this.#fields, snapshot);
    if (await lockRecordOfSlug(executor, this.#kind, slug, id)) await this.update(changes, id, values);
    else {
      const row = { ...values, id, slug, version: await nextVersion(executor, this.#kind, slug) };
      await executor.execute(this.#statements.reinsert, [JSON.stringify({ ...row, created_at: snapshot.created_at })]);
    }
    changes.restored(this.#kind, id, slug);
  }
}

export const STORIES = new RecordTable('story', storyFields);
