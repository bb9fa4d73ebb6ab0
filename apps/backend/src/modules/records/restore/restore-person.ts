import { passengerFields, personFields, type PictureRegion, presidentFields } from '@archive/contracts';
import { col, statement, type StatementExecutor } from '../../../database/index.ts';
import type { ChangeSet } from '../change-set.ts';
import { addMarks } from '../media-people.repository.ts';
import { addPassenger, storedPassenger } from '../passengers.repository.ts';
import { addAliases, type Alias, reinsertPerson, restoreSpellings, updatePeople } from '../people.repository.ts';
import { reinsertPresident, updatePresident } from '../presidents.repository.ts';
import {
  cannotRestore,
  type IdsBySlug,
  lockRecordOfSlug,
  nextVersion,
  requireAll,
  restoredValues,
} from '../restore-requirements.ts';

const ARTICLE_TAKEN = statement(
  'restore-article-taken',
  'select full_name from person where wikipedia_key = $1 and id <> $2',
  { full_name: col.text },
);
const INITIALS_TAKEN = statement(
  'restore-initials-taken',
  'select p.full_name from president r join person p on p.id = r.person_id where r.initials = $1 and r.person_id <> $2',
  { full_name: col.text },
);
const IS_PRESIDENT = statement('restore-president-exists', 'select 1 from president where person_id = $1');

interface PersonSnapshot {
  full_name: string;
  created_at: string;
  voyages?: {
    voyage_slug: string;
    title: string;
    form_of_address?: string | null;
    voyage_notes?: string | null;
    sort_order: number;
  }[];
  pictures?: { media_slug: string; region: PictureRegion | null; sort_order: number }[];
  keys: {
    person: number;
    wikipedia_key: string | null;
    voyages?: IdsBySlug;
    pictures?: IdsBySlug;
    aliases?: string[];
    /** Absent in versions from before spellings were part of them. */
    spellings?: Alias[];
  };
}

/** Restores a person. If they were deleted, restores their links to voyages as well. */
export async function restorePerson(changes: ChangeSet, slug: string, snapshot: PersonSnapshot): Promise<void> {
  const { executor } = changes;
  const { keys, voyages = [] } = snapshot;
  const titles = new Map(voyages.map(({ voyage_slug, title }) => [voyage_slug, title]));
  await requireAll(executor, {
    table: 'voyage',
    keys: keys.voyages ?? {},
    nameOf: (item) => `“${titles.get(item) ?? item}”`,
    relation: 'a voyage of this person',
  });
  const recordExists = await lockRecordOfSlug(executor, 'person', slug, keys.person);
  await requireUnusedArticle(executor, keys);
  const row = { ...restoredValues(personFields, snapshot), id: keys.person };
  const writtenAs = new Map(keys.spellings?.map(({ name_key, name }) => [name_key, name]));
  if (recordExists) {
    await updatePeople(changes, [row]);
    if (keys.spellings) await restoreSpellings(executor, keys.person, keys.spellings);
  } else {
    const version = await nextVersion(executor, 'person', slug);
    await reinsertPerson(changes, { ...row, slug, version, created_at: snapshot.created_at });
    await addAliases(
      executor,
      (keys.aliases ?? []).map((name_key) => ({ name_key, person_id: keys.person, name: writtenAs.get(name_key) })),
    );
  }
  changes.restored('person', keys.person, slug);
  if (recordExists) return;
  await restoreVoyages(changes, snapshot);
  await restoreMarks(changes, snapshot);
}

async function requireUnusedArticle(executor: StatementExecutor, { person, wikipedia_key }: PersonSnapshot['keys']) {
  const existing = await executor.row(ARTICLE_TAKEN, [wikipedia_key, person]);
  if (existing) throw cannotRestore(`Can’t restore: ${existing.full_name} now has the same Wikipedia URL.`);
}

/** Adds a person to each voyage at the old position, or last if the voyage has fewer passengers now. */
async function restoreVoyages(changes: ChangeSet, { voyages = [], keys }: PersonSnapshot): Promise<void> {
  const links = voyages
    .map((link) => ({ ...link, voyage_id: keys.voyages?.[link.voyage_slug] ?? 0 }))
    .toSorted((a, b) => a.voyage_id - b.voyage_id);
  await changes.takeSnapshots(
    'voyage',
    links.map(({ voyage_id }) => voyage_id),
  );
  for (const { voyage_id, form_of_address = null, voyage_notes = null, sort_order, ...link } of links) {
    const values = restoredValues(passengerFields, { ...link, title: form_of_address, notes: voyage_notes });
    if (!(await storedPassenger(changes.executor, voyage_id, keys.person)))
      await addPassenger(changes, voyage_id, keys.person, values, sort_order);
  }
}

/** Marks a person again in the pictures that still exist. */
async function restoreMarks(changes: ChangeSet, { pictures = [], keys }: PersonSnapshot): Promise<void> {
  const marks = pictures.map(({ media_slug, region, sort_order }) => ({
    media_id: keys.pictures?.[media_slug] ?? 0,
    person_id: keys.person,
    region,
    sort_order,
  }));
  await addMarks(changes, marks);
}

interface PresidentSnapshot {
  full_name: string;
  created_at: string;
  keys: { person: number };
}

/** Restores the president or owner record of a person. The person is a separate record. */
export async function restorePresident(changes: ChangeSet, slug: string, snapshot: PresidentSnapshot): Promise<void> {
  const { executor } = changes;
  const { keys, full_name } = snapshot;
  if (!(await lockRecordOfSlug(executor, 'person', slug, keys.person)))
    throw cannotRestore(`Can’t restore: ${full_name} has been deleted. Restore the person first.`);
  const values = restoredValues(presidentFields, snapshot);
  const existing = await executor.row(INITIALS_TAKEN, [values.initials, keys.person]);
  if (existing) throw cannotRestore(`Can’t restore: ${existing.full_name} has the initials ${values.initials} now.`);
  const exists = await executor.row(IS_PRESIDENT, [keys.person]);
  if (exists) await updatePresident(changes, keys.person, values);
  else {
    const version = await nextVersion(executor, 'president', slug);
    await reinsertPresident(changes, { ...values, person_id: keys.person, version, created_at: snapshot.created_at });
  }
  changes.restored('president', keys.person, slug);
}
