import type { PictureRegion } from '@archive/contracts';
import { col, statement, type StatementExecutor } from '../../database/index.ts';
import type { ChangeSet } from './change-set.ts';
import { markRegion } from './columns.ts';

/** A person marked in a picture. Without a region, the mark applies to the whole picture. */
export interface Mark {
  person_id: number;
  region: PictureRegion | null;
}

interface PlacedMark extends Mark {
  media_id: number;
  sort_order: number;
}

const INSERT = statement(
  'media-people-insert',
  `insert into media_person (media_id, person_id, sort_order, x, y, width, height)
  select n.media_id, n.person_id, n.sort_order, (n.region ->> 'x')::numeric, (n.region ->> 'y')::numeric,
    (n.region ->> 'width')::numeric, (n.region ->> 'height')::numeric
  from jsonb_to_recordset($1::jsonb) as n(media_id int, person_id int, sort_order int, region jsonb)
  on conflict do nothing`,
);
const DELETE_ALL = statement('media-people-delete-all', 'delete from media_person where media_id = $1');
const DELETE_OF = statement('media-people-delete-of', 'delete from media_person where person_id = any($1::int[])');
const INCREMENT_VERSION = statement(
  'media-people-touch',
  'update media set version = version + 1, updated_at = now() where id = any($1::int[])',
);

const LOCK_MARKED = statement(
  'media-people-lock-marked',
  `select m.id from media m where m.id in (select l.media_id from media_person l where l.person_id = any($1::int[]))
  order by m.id for update`,
  { id: col.int },
);
const LOCK_MEDIA = statement(
  'media-people-lock',
  'select id from media where id = any($1::int[]) order by id for update',
  { id: col.int },
);

const MERGED_MARK = {
  media_id: col.int,
  sort_order: col.int,
  merged: col.json<PictureRegion | null>(),
  has_survivor: col.bool,
  survivor_order: col.int.nullable(),
  survivor: col.json<PictureRegion | null>(),
};

/** A mark of a merged person, and the survivor's mark in the same picture if there is one. */
export interface MergedMark {
  media_id: number;
  sort_order: number;
  merged: PictureRegion | null;
  has_survivor: boolean;
  survivor_order: number | null;
  survivor: PictureRegion | null;
}

const MERGED = statement(
  'media-people-merged',
  `select merged.media_id, merged.sort_order, ${markRegion('merged')} merged, survivor.person_id is not null has_survivor,
    survivor.sort_order survivor_order, ${markRegion('survivor')} survivor
  from media_person merged
  left join media_person survivor on survivor.media_id = merged.media_id and survivor.person_id = $1
  where merged.person_id = $2 order by merged.media_id`,
  MERGED_MARK,
);
const DELETE_IN = statement(
  'media-people-delete-in',
  'delete from media_person where person_id = $1 and media_id = any($2::int[])',
);

const EXISTING = statement(
  'media-people-existing',
  `select coalesce(p.id, r.person_id) person_id, n.region
  from rows from (jsonb_to_recordset($1::jsonb) as (person_slug text, id int, region jsonb)) with ordinality
    as n (person_slug, id, region, position)
  left join person p on p.id = n.id
  left join person_redirect r on r.slug = n.person_slug
  where coalesce(p.id, r.person_id) is not null order by n.position`,
  { person_id: col.int, region: col.json<PictureRegion | null>() },
);

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);

async function touchMarked(changes: ChangeSet, media: readonly number[]): Promise<void> {
  const open = changes.markForNewVersion('media', media);
  if (open.length > 0) await changes.executor.execute(INCREMENT_VERSION, [open]);
}

/** Sets the people in a locked picture and their order. If a person has two marks, the first one is kept. */
export async function replaceMarks(changes: ChangeSet, media: number, marks: readonly Mark[]): Promise<void> {
  await changes.takeSnapshots('media', [media]);
  const rows = marks.map((mark, index) => ({ ...mark, media_id: media, sort_order: index + 1 }));
  await changes.executor.execute(DELETE_ALL, [media]);
  await changes.executor.execute(INSERT, [JSON.stringify(rows)]);
  await touchMarked(changes, [media]);
}

/** Adds marks to those pictures that still exist. Doesn't replace marks that a person already has there. */
export async function addMarks(changes: ChangeSet, marks: readonly PlacedMark[]): Promise<void> {
  if (marks.length === 0) return;
  const rows = await changes.executor.rows(LOCK_MEDIA, [marks.map(({ media_id }) => media_id)]);
  const existing = new Set(idsOf(rows));
  const added = marks.filter(({ media_id }) => existing.has(media_id));
  await changes.takeSnapshots('media', [...existing]);
  await changes.executor.execute(INSERT, [JSON.stringify(added)]);
  await touchMarked(changes, [...existing]);
}

/** Removes people's marks from all pictures. Creates a revision of each picture. */
export async function removeMarksOf(changes: ChangeSet, people: readonly number[]): Promise<void> {
  const media = idsOf(await changes.executor.rows(LOCK_MARKED, [people]));
  if (media.length === 0) return;
  await changes.takeSnapshots('media', media);
  await changes.executor.execute(DELETE_OF, [people]);
  await touchMarked(changes, media);
}

/**
 * Moves the marks of a merged person to the survivor. In a picture with both, keeps the survivor's region, or else the merged
 * person's. Returns the data that `separateMarks` needs.
 */
export async function moveMarks(changes: ChangeSet, survivor: number, merged: number): Promise<MergedMark[]> {
  const { executor } = changes;
  await executor.rows(LOCK_MARKED, [[survivor, merged]]);
  const marks = await executor.rows(MERGED, [survivor, merged]);
  const media = marks.map(({ media_id }) => media_id);
  if (media.length === 0) return [];
  await changes.takeSnapshots('media', media);
  await executor.execute(DELETE_IN, [survivor, media]);
  await executor.execute(DELETE_IN, [merged, media]);
  const moved = marks.map((mark) => ({
    media_id: mark.media_id,
    person_id: survivor,
    region: mark.survivor ?? mark.merged,
    sort_order: Math.min(mark.sort_order, mark.survivor_order ?? mark.sort_order),
  }));
  await executor.execute(INSERT, [JSON.stringify(moved)]);
  await touchMarked(changes, media);
  return marks;
}

/** Restores the survivor's marks from before the merge. Restoring the merged person restores the other marks. */
export async function separateMarks(changes: ChangeSet, survivor: number, marks: readonly MergedMark[]): Promise<void> {
  if (marks.length === 0) return;
  const { executor } = changes;
  const media = idsOf(await executor.rows(LOCK_MEDIA, [marks.map(({ media_id }) => media_id)]));
  await changes.takeSnapshots('media', media);
  await executor.execute(DELETE_IN, [survivor, media]);
  const survivorMarks = marks.filter(({ media_id, has_survivor }) => has_survivor && media.includes(media_id));
  const rows = survivorMarks.map(({ media_id, survivor: region, survivor_order, sort_order }) => ({
    media_id,
    person_id: survivor,
    region,
    sort_order: survivor_order ?? sort_order,
  }));
  await executor.execute(INSERT, [JSON.stringify(rows)]);
  await touchMarked(changes, media);
}

/** The marks of a snapshot whose people still exist, under their id or as the survivor of a merge. */
export const existingMarks = (
  executor: StatementExecutor,
  marks: readonly { person_slug: string; id: number; region: PictureRegion | null }[],
): Promise<Mark[]> => executor.rows(EXISTING, [JSON.stringify(marks)]);

const PEOPLE = statement(
  'media-people-find',
  'select id, slug from person where slug = any($1::text[]) order by id for key share',
  { id: col.int, slug: col.text },
);

/** The people who are to be marked, by address. Nobody can delete them until the transaction ends. */
export const peopleToMark = async (
  executor: StatementExecutor,
  slugs: readonly string[],
): Promise<Map<string, number>> => new Map((await executor.rows(PEOPLE, [slugs])).map(({ id, slug }) => [slug, id]));
