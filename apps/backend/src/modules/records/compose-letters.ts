import { col, statement, type StatementExecutor, statementsFor } from '../../database/index.ts';
import { ChangeSet } from './change-set.ts';
import {
  ALBUM_COLUMNS,
  MEDIA_COLUMNS,
  PASSENGER_COLUMNS,
  PERSON_COLUMNS,
  PRESIDENT_COLUMNS,
  VOYAGE_COLUMNS,
} from './columns.ts';

/** The author of changes that the archive makes by itself. */
const SYSTEM = 'system';
const BATCH_SIZE = 500;
const TABLES = ['voyage', 'person', 'president', 'passenger', 'media', 'media_caption', 'voyage_media', 'album'];

/** Columns whose text is kept unchanged, because it names a file or an address. */
const VERBATIM = '_(key|url)$';

const isDecomposed = (row: string, columns: readonly string[]) =>
  `concat_ws(' ', ${columns
    .filter((name) => !new RegExp(VERBATIM).test(name))
    .map((name) => `${row}.${name}`)
    .join(', ')}) is not nfc normalized`;
const hasDecomposed = (table: string, key: string, columns: readonly string[]) =>
  `exists (select from ${table} l where l.${key} = r.id and ${isDecomposed('l', columns)})`;

/** Conditions for the records `r` that have a text whose letters aren't composed, also one about a passenger or of captions. */
const CONDITIONS = {
  voyage: [
    isDecomposed('r', VOYAGE_COLUMNS),
    hasDecomposed('passenger', 'voyage_id', PASSENGER_COLUMNS),
    hasDecomposed('voyage_media', 'voyage_id', ['notes']),
  ].join(' or '),
  person: isDecomposed('r', PERSON_COLUMNS),
  president: isDecomposed('r', PRESIDENT_COLUMNS),
  media: [
    isDecomposed('r', MEDIA_COLUMNS),
    hasDecomposed('media_caption', 'media_id', ['language', 'label', 'content']),
  ].join(' or '),
  album: isDecomposed('r', ALBUM_COLUMNS),
};

/** The kinds that are older than the composing of texts. */
const KINDS = ['voyage', 'person', 'president', 'media', 'album'] as const;
const idOf = (kind: (typeof KINDS)[number]) => (kind === 'president' ? 'r.person_id' : 'r.id');

const DECOMPOSED = statementsFor(KINDS, (kind) =>
  statement(
    `compose-letters-of-${kind}`,
    `select ${idOf(kind)} id from ${kind} r where ${CONDITIONS[kind]} order by 1 for update of r`,
    { id: col.int },
  ),
);

const INCREMENT_VERSION = statementsFor(KINDS, (kind) =>
  statement(
    `compose-letters-version-${kind}`,
    `update ${kind} r set version = r.version + 1, updated_at = now() where ${idOf(kind)} = any($1::int[])`,
  ),
);

/** Composes every text of the tables. Values of a list that are the same then are kept once. */
const COMPOSE = statement(
  'compose-letters',
  `do $$
  declare
    place record;
  begin
    for place in
      select attrelid::regclass as records, attname as name, format_type(atttypid, null) as type from pg_attribute
      where attrelid = any(array['${TABLES.join("', '")}']::regclass[]) and attnum > 0 and not attisdropped
        and attgenerated = '' and format_type(atttypid, null) in ('text', 'text[]', 'jsonb')
        and attname <> 'slug' and attname !~ '${VERBATIM}'
    loop
      if place.type = 'text[]' then
        execute format('update %1$s set %2$I = (
          select array_agg(item order by position) from (
            select normalize(item) as item, min(position) as position from unnest(%2$I) with ordinality items (item, position)
            group by normalize(item)) composed)
          where array_to_string(%2$I, '' '') is not nfc normalized', place.records, place.name);
      else
        execute format('update %1$s set %2$I = normalize(%2$I::text)::%3$s where %2$I::text is not nfc normalized',
          place.records, place.name, place.type);
      end if;
    end loop;
  end $$`,
);

/**
 * Composes the letters of texts that were stored before every way in did (Unicode NFC), so that filters and names match them. Each record
 * that changes gets a revision. Safe to repeat; runs in the caller's transaction.
 */
export async function composeLetters(executor: StatementExecutor): Promise<void> {
  for (const kind of KINDS) {
    const ids = (await executor.rows(DECOMPOSED[kind])).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += BATCH_SIZE) {
      const batch = ids.slice(from, from + BATCH_SIZE);
      const changes = new ChangeSet(executor, { changedBy: SYSTEM });
      await changes.takeSnapshots(kind, batch);
      await changes.save();
      await executor.execute(INCREMENT_VERSION[kind], [batch]);
    }
  }
  await executor.execute(COMPOSE);
}
