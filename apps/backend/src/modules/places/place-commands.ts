import { isDeepStrictEqual } from 'node:util';
import {
  MAX_SPELLINGS,
  type PlaceCreate,
  placeErrors,
  placeFields,
  type PlaceRevisions,
  type PlaceUpdate,
  type PlaceValues,
} from '@archive/contracts';
import { slugify } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { invalidFields, type JsonText, notFound, Problem, withHeaders } from '../../common/index.ts';
import { col, Database, freeSlug, statement, type StatementExecutor } from '../../database/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import {
  type ChangeSet,
  changeRecords,
  changeRecordsOnce,
  differences,
  type LockedRecord,
  PLACE_REDIRECTS,
  PLACES,
  requireUnusedNames,
  restoredValues,
  restorePlace,
  wholesOf,
  withChanges,
} from '../records/index.ts';
import { PlaceQueries } from './place-queries.ts';

/** Paths of pages and operations that cannot be slugs of places. */
const RESERVED_SLUGS = ['by-letter', 'by-voyage', 'review'];

const PARTS = statement('place-parts', 'select id, slug, name from place where part_of = $1 order by slug for update', {
  id: col.int,
  slug: col.text,
  name: col.text,
});
const REVISIONS = statement(
  'place-revisions',
  `select s.slug place_slug, max(h.revision) revision from unnest($1::text[]) with ordinality s(slug, position)
  join history h on h.kind = 'place' and h.slug = s.slug group by s.slug, s.position order by s.position`,
  { place_slug: col.text, revision: col.int },
);
const REVISION = statement(
  'place-revision',
  `select h.action, h.before, next.before "after", next.revision is null is_latest
  from history h
  left join lateral (
    select n.revision, n.before from history n where n.kind = h.kind and n.slug = h.slug and n.revision > h.revision
    order by n.revision limit 1) next on true
  where h.kind = 'place' and h.slug = $1 and h.revision = $2`,
  {
    action: col.text,
    before: col.json<Parameters<typeof restorePlace>[2]>(),
    after: col.json<object | null>(),
    is_latest: col.bool,
  },
);

/** @throws 422 unless the place exists and isn't part of `slug` */
async function requireWhole(executor: StatementExecutor, partOf: string | null | undefined, slug: string | null) {
  if (partOf === null || partOf === undefined) return;
  const wholes = await wholesOf(executor, partOf);
  const message =
    wholes.length === 0
      ? 'Choose an existing place.'
      : slug !== null && wholes.includes(slug)
        ? 'A place can’t be part of itself.'
        : undefined;
  if (message) throw invalidFields([{ path: 'part_of', message }]);
}

/** @throws 409 if a place would have too many spellings for its form and for packages */
export function requireFewSpellings({ name, variants }: Pick<PlaceValues, 'name' | 'variants'>): void {
  if (variants.length > MAX_SPELLINGS)
    throw new Problem(409, `${name} would have more than ${MAX_SPELLINGS} other spellings. Remove some of them first.`);
}

/** @throws 409 if another place has one of the names, 422 for an impossible `part_of` */
export async function createPlace(changes: ChangeSet, values: PlaceCreate): Promise<string> {
  const { executor } = changes;
  await requireWhole(executor, values.part_of, null);
  await requireUnusedNames(executor, values, null);
  const slug = await freeSlug(executor, 'place', slugify(values.name) || 'place', RESERVED_SLUGS);
  await PLACES.insert(changes, slug, values);
  return slug;
}

/** Creates, updates, merges and deletes places. */
@Injectable()
export class PlaceCommands {
  constructor(
    private readonly database: Database,
    private readonly queries: PlaceQueries,
  ) {}

  create(values: PlaceCreate, write: WriteRequest): Promise<JsonText> {
    return changeRecordsOnce(this.database, write, async (changes) => {
      const slug = await createPlace(changes, values);
      return withHeaders(await this.queries.get(slug, changes.executor), { location: `/api/places/${slug}` });
    });
  }

  /** Updates the fields in the request. An update without differences creates no revision. */
  update(slug: string, fields: PlaceUpdate, write: WriteRequest): Promise<JsonText> {
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const { id, values } = await PLACES.lock(executor, slug, write.expected);
      const changed = differences(values, fields);
      const next = withChanges(values, fields);
      const errors = placeErrors(next);
      if (errors.length > 0) throw invalidFields(errors);
      await requireWhole(executor, changed.part_of, slug);
      await requireUnusedNames(executor, next, id);
      if (Object.keys(changed).length > 0) await PLACES.update(changes, id, changed);
      return this.queries.get(slug, executor);
    });
  }

  /** @throws 409 if other places are part of it */
  remove(slug: string, write: WriteRequest): Promise<void> {
    return changeRecords(this.database, write, async (changes) => {
      await removePlace(changes, await PLACES.lock(changes.executor, slug, write.expected));
    });
  }

  /** Merges a place into another. Returns the changes, for `undo`. */
  merge(slug: string, into: string, write: WriteRequest): Promise<PlaceRevisions> {
    if (slug === into) throw new Problem(409, 'A place can’t be merged into itself.');
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      // In the order of addresses, so that two merges don't wait for each other.
      const locked = new Map<string, Place>();
      for (const one of [slug, into].toSorted())
        locked.set(one, await PLACES.lock(executor, one, one === slug ? write.expected : undefined));
      const [merged, survivor] = [locked.get(slug)!, locked.get(into)!];
      const values = combined(survivor.values, merged.values, await wholeOfBoth(executor, survivor, merged));
      requireFewSpellings(values);
      const parts = (await executor.rows(PARTS, [slug])).filter((part) => part.slug !== into);
      await PLACES.remove(changes, merged.id);
      await PLACES.update(changes, survivor.id, differences(survivor.values, values));
      for (const { id } of parts) await PLACES.update(changes, id, { part_of: into });
      await PLACE_REDIRECTS.move(executor, merged, survivor.id);
      return savedRevisions(changes, [into, slug, ...parts.map((part) => part.slug)]);
    });
  }

  /** Undoes changes in one transaction. What was changed since is kept. @throws 409 if that isn't possible */
  undo(revisions: PlaceRevisions, write: WriteRequest): Promise<void> {
    return changeRecords(this.database, write, async (changes) => {
      const wholes = new Map<string, string | null>();
      for (const { place_slug, revision } of revisions)
        wholes.set(place_slug, await undoRevision(changes, place_slug, revision));
      // Once all are undone, because one alone can lead to a circle.
      for (const [slug, whole] of wholes)
        if (whole !== null && (await wholesOf(changes.executor, whole)).includes(slug))
          throw new Problem(409, 'A place would be part of itself. Change what the places are part of first.');
    });
  }
}

/** Saves the changes, and returns their revisions. */
export async function savedRevisions(changes: ChangeSet, slugs: readonly string[]): Promise<PlaceRevisions> {
  await changes.save();
  return changes.executor.rows(REVISIONS, [slugs]);
}

type Place = LockedRecord<typeof placeFields>;

async function removePlace(changes: ChangeSet, { id, slug, values }: Place): Promise<void> {
  const [part] = await changes.executor.rows(PARTS, [slug]);
  if (part) throw new Problem(409, `${part.name} is part of ${values.name}. Change that place first.`);
  await PLACES.remove(changes, id);
}

/** Returns what the place is part of then. */
async function undoRevision(changes: ChangeSet, slug: string, revision: number): Promise<string | null> {
  const { executor } = changes;
  const change = await executor.row(REVISION, [slug, revision]);
  if (!change) throw notFound('This change doesn’t exist.');
  const { action, before, after, is_latest } = change;
  if (action === 'delete' && is_latest) {
    await restorePlace(changes, slug, before);
    return before.part_of;
  }
  const place = await PLACES.lock(executor, slug);
  const { id, values } = place;
  if (action === 'create' && is_latest) {
    await removePlace(changes, place);
    return null;
  }
  if (action === 'create' || action === 'delete' || before.keys.place !== id)
    throw new Problem(409, `${values.name} has been changed since. Its change history has the earlier versions.`);
  const changed = restoredValues(placeFields, is_latest ? values : (after ?? {}));
  const next = withoutChange(values, restoredValues(placeFields, before), changed);
  await requireUnusedNames(executor, next, id);
  const undone = differences(values, next);
  if (Object.keys(undone).length > 0) await PLACES.update(changes, id, undone);
  return next.part_of;
}

const POSITION = ['latitude', 'longitude', 'uncertainty'] as const;
const includes = (list: readonly unknown[], item: unknown) => list.some((other) => isDeepStrictEqual(other, item));

/** The current values without a change. A value that was changed since stays, and a list keeps what was added since. */
function withoutChange(current: PlaceValues, before: PlaceValues, after: PlaceValues): PlaceValues {
  const isMoved = POSITION.some((name) => current[name] !== after[name]);
  const undone = Object.entries(current).map(([name, value]: [string, unknown]) => {
    const [old, changed]: unknown[] = [before[name as keyof PlaceValues], after[name as keyof PlaceValues]];
    if (isDeepStrictEqual(old, changed) || (isMoved && POSITION.some((part) => part === name))) return [name, value];
    if (isDeepStrictEqual(value, changed)) return [name, old];
    if (!Array.isArray(value) || !Array.isArray(old) || !Array.isArray(changed)) return [name, value];
    const rest = value.filter((item) => includes(old, item) || !includes(changed, item));
    return [name, [...rest, ...old.filter((item) => !includes(changed, item) && !includes(rest, item))]];
  });
  return Object.fromEntries(undone) as PlaceValues;
}

/** What one place is part of after another was merged into it. Neither of them can be part of it. */
async function wholeOfBoth(executor: StatementExecutor, survivor: Place, merged: Place): Promise<string | null> {
  for (const { part_of } of [survivor.values, merged.values]) {
    if (part_of === null) continue;
    const wholes = [part_of, ...(await wholesOf(executor, part_of))];
    if (!wholes.includes(survivor.slug) && !wholes.includes(merged.slug)) return part_of;
  }
  return null;
}

const isEmpty = (value: unknown) => value === null || value === 'other' || (Array.isArray(value) && value.length === 0);

/** The values of a place after another was merged into it. */
function combined(own: PlaceValues, merged: PlaceValues, part_of: string | null): PlaceValues {
  const filled = Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, isEmpty(value) ? merged[name as keyof PlaceValues] : value]),
  ) as unknown as PlaceValues;
  const hasOwnPosition = own.latitude !== null;
  return {
    ...filled,
    part_of,
    uncertainty: hasOwnPosition ? own.uncertainty : merged.uncertainty,
    variants: [...new Set([...own.variants, merged.name, ...merged.variants])].filter((name) => name !== own.name),
    sources: [...own.sources, ...merged.sources],
    notes: [own.notes, merged.notes].filter((notes) => notes !== null).join('\n\n') || null,
  };
}
