import { lifeDateErrors, type Merge, personFields, type PersonUpdate, type PersonValues } from '@archive/contracts';
import { formatList } from '@archive/contracts/format';
import { type DifferingField, type MergeChoices, mergeRecords, type MergeRecord } from '@archive/contracts/merge';
import { normalizeName, normalizeWikipediaUrl } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { expectVersion, invalidFields, notFound, Problem } from '../../common/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { col, Database, type RowOf, statement, type StatementExecutor } from '../../database/index.ts';
import { requireUnusedArticle, requirePicture } from '../people/index.ts';
import {
  addAliases,
  type ChangeSet,
  changeRecords,
  deletePeople,
  differences,
  lockPerson,
  lockVoyages,
  type MergedMark,
  moveMarks,
  withChanges,
  PERSON_REDIRECTS,
  removeAliases,
  restoreRecord,
  separateMarks,
  touchPeople,
  updatePeople,
} from '../records/index.ts';
import { MERGE_COLUMNS } from './merge-queries.ts';
import { combineLinks, lockSharedVoyages, separateLinks, type SharedVoyage } from './merge-links.ts';
import { listedBySlug } from './not-duplicates.ts';

const LOCKED_PERSON = { id: col.int, slug: col.text, full_name: col.text, version: col.int, is_president: col.bool };
type LockedPerson = RowOf<typeof LOCKED_PERSON>;

const LOCK = statement(
  'merge-lock',
  `select p.id, p.slug, p.full_name, p.version, exists (select from president r where r.person_id = p.id) is_president
  from person p where p.slug = any($1::text[]) order by p.id for update`,
  LOCKED_PERSON,
);

const ALIASES = statement('merge-aliases', 'select name_key, name from person_alias where person_id = $1', {
  name_key: col.text,
  name: col.text.nullable(),
});

const INSERT = statement(
  'merge-insert',
  `insert into person_merge (survivor_id, survivor_version, survivor_before, merged_slug, merged_name, merged_before, links,
    aliases, redirects, merged_by, marks)
  values ($1, (select version from person where id = $1), $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning id merge, merged_slug, merged_name, merged_by, instant_text(merged_at) merged_at`,
  MERGE_COLUMNS,
);

const MERGE = statement(
  'merge-find',
  `select survivor_version, survivor_before, merged_slug, merged_before, links, aliases, redirects, marks
  from person_merge where id = $1 and survivor_id = $2 for update`,
  {
    survivor_version: col.int,
    survivor_before: col.json<PersonSnapshot>(),
    merged_slug: col.text,
    merged_before: col.json<PersonSnapshot>(),
    links: col.json<SharedVoyage[]>(),
    aliases: col.array(col.text),
    redirects: col.array(col.text),
    marks: col.json<MergedMark[] | null>(),
  },
);

const DELETE = statement('merge-delete', 'delete from person_merge where id = $1');

interface PersonSnapshot {
  wikipedia_url: string | null;
  keys: { person: number };
}

/** For restores: a person has no file to look for. */
const noFileExists = () => Promise.resolve(false);

interface MergeRequest {
  /** Slug of the surviving record. */
  slug: string;
  from: string;
  /** ETag of the merged record that the choices are about. */
  from_etag?: string | undefined;
  choices: MergeChoices;
  record: PersonUpdate;
}

/** Merges two records of one person, and undoes merges. */
@Injectable()
export class MergeCommands {
  constructor(private readonly database: Database) {}

  merge(request: MergeRequest, write: WriteRequest): Promise<Merge> {
    const { slug, from, from_etag } = request;
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const { survivor, other } = await lockBoth(executor, slug, from);
      expectVersion(write.expected, `${survivor.id}.${survivor.version}`, 'person');
      expectVersion(from_etag, `${other.id}.${other.version}`, 'person');
      const shared = await lockSharedVoyages(executor, survivor.id, other.id);
      const values = await decidedValues(executor, request);
      await changes.takeSnapshots('person', [survivor.id]);
      await changes.takeSnapshots('person', [other.id], { deleting: true });
      await changes.takeSnapshots(
        'voyage',
        shared.map(({ voyage_id }) => voyage_id),
      );
      for (const voyage of shared) await combineLinks(changes, survivor.id, other.id, voyage);
      const marks = await moveMarks(changes, survivor.id, other.id);
      const aliases = await moveNames(executor, survivor, other, values.full_name);
      const redirects = await PERSON_REDIRECTS.move(executor, other, survivor.id);
      await deletePeople(changes, [other.id]);
      await updateSurvivor(changes, slug, values);
      const merge = await executor.row(INSERT, [
        survivor.id,
        JSON.stringify(changes.snapshotBefore('person', survivor.id)),
        other.slug,
        other.full_name,
        JSON.stringify(changes.snapshotBefore('person', other.id)),
        JSON.stringify(shared),
        aliases,
        redirects,
        write.changedBy,
        JSON.stringify(marks),
      ]);
      if (!merge) throw new Error('The merge was not saved');
      return merge;
    });
  }

  /** Restores the merged person with their links. The survivor is restored as well, unless someone has edited it since. */
  undo(slug: string, merge: number, changedBy: string): Promise<{ person_slug: string }> {
    return changeRecords(this.database, { changedBy }, async (changes) => {
      const { executor } = changes;
      const [survivor] = await executor.rows(LOCK, [[slug]]);
      if (!survivor) throw notFound('Person not found');
      const row = await executor.row(MERGE, [merge, survivor.id]);
      if (!row) throw notFound('This merge doesn’t exist.');
      const { links, merged_slug, merged_before, survivor_before, survivor_version, aliases, redirects, marks } = row;
      const existing = await lockVoyages(
        executor,
        links.map(({ voyage_id }) => voyage_id),
      );
      for (const link of links) if (existing.has(link.voyage_id)) await separateLinks(changes, survivor.id, link);
      await separateMarks(changes, survivor.id, marks ?? []);
      await removeAliases(executor, survivor.id, aliases);
      const merged = { id: merged_before.keys.person, slug: merged_slug };
      await PERSON_REDIRECTS.return(executor, merged, redirects);
      if (survivor.version === survivor_version)
        await restoreRecord(changes, 'person', slug, survivor_before, noFileExists);
      else await restoreArticle(changes, slug, survivor_before, merged_before);
      await restoreRecord(changes, 'person', merged_slug, merged_before, noFileExists);
      await executor.execute(DELETE, [merge]);
      return { person_slug: merged_slug };
    });
  }
}

/** Values of the survivor after the merge. Values in the request are treated as chosen. @throws 422 with the fields that need a choice */
async function decidedValues(
  executor: StatementExecutor,
  { slug, from, choices, record: { person_slug: _slug, ...edits } }: MergeRequest,
): Promise<PersonValues> {
  const people = await listedBySlug(executor, [slug, from]);
  const recordOf = async (item: string): Promise<MergeRecord> => {
    const { values } = await lockPerson(executor, item);
    const { role_title = null, capacity_role = null } = people.get(item) ?? {};
    return { values, listed_role: role_title ?? capacity_role };
  };
  const { values, open } = mergeRecords(await recordOf(slug), await recordOf(from), choices);
  await requirePicture(executor, edits.portrait);
  const undecided = open.filter(({ field }) => edits[field] === undefined);
  if (undecided.length > 0) throw openChoices(undecided);
  return withChanges(values, edits);
}

function openChoices(open: readonly DifferingField[]): Problem {
  const labels = open.map(({ field }) => personFields[field].label);
  const errors = open.map(({ field, options }) => ({
    path: `choices.${field}`,
    message: `Choose ${formatList(
      options.map(({ value }) => `“${String(value)}”`),
      'or',
    )}.`,
  }));
  return new Problem(422, `Both records have a value. Choose one for ${formatList(labels)}.`, { errors });
}

async function updateSurvivor(changes: ChangeSet, slug: string, values: PersonValues): Promise<void> {
  const { id, values: current } = await lockPerson(changes.executor, slug);
  const errors = lifeDateErrors(values);
  if (errors.length > 0) throw invalidFields(errors);
  await requireUnusedArticle(changes.executor, values.wikipedia_url, id);
  const changedValues = differences(current, values);
  if (Object.keys(changedValues).length > 0) await updatePeople(changes, [{ ...changedValues, id }]);
  // If a merge only changes links, the person changes as well.
  else await touchPeople(changes, [id]);
}

/** Moves the Wikipedia article back to the restored person if an edited survivor still has it, because only one person can have it. */
async function restoreArticle(
  changes: ChangeSet,
  slug: string,
  survivor: PersonSnapshot,
  restored: PersonSnapshot,
): Promise<void> {
  const { id, wikipedia_key } = await lockPerson(changes.executor, slug);
  if (wikipedia_key === null || wikipedia_key !== normalizeWikipediaUrl(restored.wikipedia_url)) return;
  const { wikipedia_url } = survivor;
  await updatePeople(changes, [{ id, wikipedia_url }]);
}

/**
 * Moves the names by which imports recognize the merged person to the survivor. If the survivor's name changes, its old name is kept as
 * well. Returns the names that the survivor didn't have before.
 */
async function moveNames(
  executor: StatementExecutor,
  survivor: LockedPerson,
  mergedPerson: LockedPerson,
  name: string,
): Promise<string[]> {
  const aliases = await executor.rows(ALIASES, [mergedPerson.id]);
  const names = [survivor.full_name, mergedPerson.full_name].filter(
    (fullName) => fullName === mergedPerson.full_name || fullName !== name,
  );
  const allAliases = [...aliases, ...names.map((fullName) => ({ name_key: normalizeName(fullName), name: fullName }))];
  return addAliases(
    executor,
    [...new Map(allAliases.map((alias) => [alias.name_key, alias])).values()].map((alias) => ({
      ...alias,
      person_id: survivor.id,
    })),
  );
}

async function lockBoth(
  executor: StatementExecutor,
  slug: string,
  from: string,
): Promise<{ survivor: LockedPerson; other: LockedPerson }> {
  const people = await executor.rows(LOCK, [[slug, from]]);
  const survivor = people.find((person) => person.slug === slug);
  const mergedPerson = people.find((person) => person.slug === from);
  if (!survivor || !mergedPerson) throw notFound('Person not found');
  if (slug === from) throw new Problem(409, 'A record cannot be merged with itself.');
  if (mergedPerson.is_president)
    throw new Problem(
      409,
      `${mergedPerson.full_name} is a president or owner. Keep that record, and merge the other one into it.`,
    );
  return { survivor, other: mergedPerson };
}
