import { type Fields, MERGED_KINDS, type MergedKind, type ValuesOf } from '@archive/contracts';
import { col, statement, type StatementExecutor, statementsFor } from '../../../../database/index.ts';
import type { ChangeSet, RecordTable } from '../../../records/index.ts';
import type { RecordOf } from '../package-format.ts';
import { recordsSql } from '../package-records.ts';

const TABLES = ['person', 'media', 'voyage', 'album', 'place', 'story'] as const;
export type TableName = (typeof TABLES)[number];

/** Where the records of a kind are, and the field with their address. A president is a person. */
export const MERGED: Readonly<Record<MergedKind, { table: TableName; slug: string }>> = {
  people: { table: 'person', slug: 'person_slug' },
  presidents: { table: 'person', slug: 'president_slug' },
  media: { table: 'media', slug: 'media_slug' },
  voyages: { table: 'voyage', slug: 'voyage_slug' },
  albums: { table: 'album', slug: 'album_slug' },
  places: { table: 'place', slug: 'place_slug' },
  stories: { table: 'story', slug: 'story_slug' },
};

const RECORDS = statementsFor(MERGED_KINDS, (kind) =>
  statement(
    `package-archive-${kind}`,
    recordsSql(
      kind,
      kind === 'presidents'
        ? 't.person_id in (select id from person where slug = any($1::text[]))'
        : 't.slug = any($1::text[])',
    ),
    { row: col.text },
  ),
);
const IDS = statementsFor(TABLES, (table) =>
  statement(`package-ids-${table}`, `select slug, id from ${table} where slug = any($1::text[])`, {
    slug: col.text,
    id: col.int,
  }),
);
/** The columns with the names of records. */
const NAME_COLUMNS = {
  person: 'full_name',
  media: 'title',
  voyage: 'title',
  album: 'title',
  place: 'name',
  story: 'title',
};
const NAMES = statementsFor(TABLES, (table) =>
  statement(
    `package-names-${table}`,
    `select slug, ${NAME_COLUMNS[table]} "name" from ${table} where slug = any($1::text[])`,
    { slug: col.text, name: col.text },
  ),
);

export const slugOf = (kind: MergedKind, record: object) =>
  String((record as Record<string, unknown>)[MERGED[kind].slug]);

/** Records of the archive as a package has them, by their addresses. */
export async function archiveRecords<K extends MergedKind>(
  executor: StatementExecutor,
  kind: K,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, RecordOf<K>>> {
  const rows = await executor.rows(RECORDS[kind], [slugs]);
  return new Map(
    rows.map(({ row }) => {
      const record = JSON.parse(row) as RecordOf<K>;
      return [slugOf(kind, record), record];
    }),
  );
}

export const idsOf = async (executor: StatementExecutor, table: TableName, slugs: readonly string[]) =>
  new Map((await executor.rows(IDS[table], [slugs])).map(({ slug, id }) => [slug, id]));

export const namesOf = async (executor: StatementExecutor, table: TableName, slugs: readonly string[]) =>
  new Map((await executor.rows(NAMES[table], [slugs])).map(({ slug, name }) => [slug, name]));

/** Groups items, so that their records are read together. */
export async function* inBatches<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[], void, undefined> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** A record to save: a new one with all of its fields, or the fields of another one that get the package’s values. */
export interface Saved<K extends MergedKind> {
  record: RecordOf<K>;
  own: RecordOf<K> | undefined;
  takes: (field: string) => boolean;
}

export const valuesOf = <V>(record: object, columns: readonly string[], takes: (name: string) => boolean) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => columns.includes(name) && takes(name))) as unknown as V;

/** Saves records of a kind whose table has only its declared fields. */
export async function saveRecords<K extends MergedKind, F extends Fields>(
  changes: ChangeSet,
  kind: K,
  table: RecordTable<F>,
  fields: F,
  saved: readonly Saved<K>[],
  check?: (values: ValuesOf<F>, id: number | null) => Promise<void>,
): Promise<void> {
  const slugs = saved.map(({ record }) => slugOf(kind, record));
  const ids = await idsOf(changes.executor, MERGED[kind].table, slugs);
  for (const { record, own, takes } of saved) {
    const values = valuesOf<ValuesOf<F>>(record, Object.keys(fields), takes);
    const slug = slugOf(kind, record);
    const id = ids.get(slug) ?? null;
    await check?.({ ...own, ...values }, id);
    if (id === null) await table.insert(changes, slug, values);
    else await table.update(changes, id, values);
  }
}
