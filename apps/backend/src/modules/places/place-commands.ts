import {
  type PlaceCreate,
  type PlaceUpdate,
  type PlaceValues,
  placeErrors,
  type placeFields,
} from '@archive/contracts';
import { slugify } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { invalidFields, type JsonText, Problem, withHeaders } from '../../common/index.ts';
import { col, Database, freeSlug, statement, type StatementExecutor } from '../../database/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import {
  type ChangeSet,
  changeRecords,
  changeRecordsOnce,
  differences,
  type LockedRecord,
  PLACES,
  redirectPlace,
  requireUnusedNames,
  withChanges,
} from '../records/index.ts';
import { PlaceQueries } from './place-queries.ts';

/** Paths of pages and operations that cannot be slugs of places. */
const RESERVED_SLUGS = ['by-letter', 'by-voyage', 'review'];

const WHOLES = statement(
  'place-wholes',
  `with recursive whole (slug, part_of) as (
    select p.slug, p.part_of from place p where p.slug = $1
    union select p.slug, p.part_of from whole w join place p on p.slug = w.part_of)
  select slug from whole`,
  { slug: col.text },
);
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

/** @throws 422 unless the place exists and isn't part of `slug` */
async function requireWhole(executor: StatementExecutor, partOf: string | null | undefined, slug: string | null) {
  if (partOf === null || partOf === undefined) return;
  const wholes = (await executor.rows(WHOLES, [partOf])).map((whole) => whole.slug);
  const message =
    wholes.length === 0
      ? 'Choose an existing place.'
      : slug !== null && wholes.includes(slug)
        ? 'A place can’t be part of itself.'
        : undefined;
  if (message) throw invalidFields([{ path: 'part_of', message }]);
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
      const { id, values } = await PLACES.lock(changes.executor, slug, write.expected);
      const [part] = await changes.executor.rows(PARTS, [slug]);
      if (part) throw new Problem(409, `${part.name} is part of ${values.name}. Change that place first.`);
      await PLACES.remove(changes, id);
    });
  }

  /** Merges a place into another. Returns the changed places in the order in which to restore them. */
  async merge(slug: string, into: string, write: WriteRequest) {
    if (slug === into) throw new Problem(409, 'A place can’t be merged into itself.');
    const changed = await changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      // In the order of addresses, so that two merges don't wait for each other.
      const locked = new Map<string, LockedRecord<typeof placeFields>>();
      for (const one of [slug, into].toSorted())
        locked.set(one, await PLACES.lock(executor, one, one === slug ? write.expected : undefined));
      const [merged, survivor] = [locked.get(slug)!, locked.get(into)!];
      const values = combined(survivor, merged);
      const parts = (await executor.rows(PARTS, [slug])).filter((part) => part.slug !== into);
      await PLACES.remove(changes, merged.id);
      await PLACES.update(changes, survivor.id, differences(survivor.values, values));
      for (const { id } of parts) await PLACES.update(changes, id, { part_of: into });
      await redirectPlace(executor, merged, survivor.id);
      return [into, slug, ...parts.map((part) => part.slug)];
    });
    return this.revisionsOf(changed);
  }

  /** The latest revisions of places. Restoring them undoes the change. */
  revisionsOf = (slugs: readonly string[]) => this.database.rows(REVISIONS, [slugs]);
}

type Merged = Pick<LockedRecord<typeof placeFields>, 'slug' | 'values'>;

const isEmpty = (value: unknown) => value === null || value === 'other' || (Array.isArray(value) && value.length === 0);

/** The values of a place after another was merged into it. */
function combined({ slug, values: own }: Merged, { slug: mergedSlug, values: merged }: Merged): PlaceValues {
  const wholes = [own.part_of, merged.part_of].filter(
    (whole) => whole !== null && whole !== slug && whole !== mergedSlug,
  );
  const filled = Object.fromEntries(
    Object.entries(own).map(([name, value]) => [name, isEmpty(value) ? merged[name as keyof PlaceValues] : value]),
  ) as unknown as PlaceValues;
  const hasOwnPosition = own.latitude !== null;
  return {
    ...filled,
    part_of: wholes[0] ?? null,
    uncertainty: hasOwnPosition ? own.uncertainty : merged.uncertainty,
    variants: [...new Set([...own.variants, merged.name, ...merged.variants])].filter((name) => name !== own.name),
    sources: [...own.sources, ...merged.sources],
    notes: [own.notes, merged.notes].filter((notes) => notes !== null).join('\n\n') || null,
  };
}
