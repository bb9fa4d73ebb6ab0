import { MERGED_KINDS, type MergedKind } from '@archive/contracts';
import { col, statement, type StatementExecutor, statementsFor } from '../../../../database/index.ts';
import type { RecordOf } from '../package-format.ts';
import { recordsSql } from '../package-records.ts';

const TABLES = ['person', 'media', 'voyage', 'album', 'place'] as const;
export type RecordTable = (typeof TABLES)[number];

/** Where the records of a kind are, and the field with their address. A president is a person. */
export const MERGED: Readonly<Record<MergedKind, { table: RecordTable; slug: string }>> = {
  people: { table: 'person', slug: 'person_slug' },
  presidents: { table: 'person', slug: 'president_slug' },
  media: { table: 'media', slug: 'media_slug' },
  voyages: { table: 'voyage', slug: 'voyage_slug' },
  albums: { table: 'album', slug: 'album_slug' },
  places: { table: 'place', slug: 'place_slug' },
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
const NAME_COLUMNS = { person: 'full_name', media: 'title', voyage: 'title', album: 'title', place: 'name' };
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

export const idsOf = async (executor: StatementExecutor, table: RecordTable, slugs: readonly string[]) =>
  new Map((await executor.rows(IDS[table], [slugs])).map(({ slug, id }) => [slug, id]));

export const namesOf = async (executor: StatementExecutor, table: RecordTable, slugs: readonly string[]) =>
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
