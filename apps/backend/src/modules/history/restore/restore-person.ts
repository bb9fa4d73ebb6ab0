import type { Statements } from '../../../database/index.ts';
import { of, PERSON_COLUMNS, PRESIDENT_COLUMNS } from '../columns.ts';
import { snapshotOf, snapshotsOf } from '../snapshots.ts';
import type { NewRevision } from '../write-revisions.ts';
import { cannot, holdSame, type Keyed, requireAll, versionAfter } from './restoring.ts';

interface PersonSnapshot {
  full_name: string;
  voyages?: { voyage_slug: string; title: string; sort_order: number }[];
  keys: { person: number; wikipedia_key: string | null; voyages?: Keyed; aliases?: string[] };
}

const COLUMNS = [...PERSON_COLUMNS, 'wikipedia_key'];

const UPDATE = `
  update person p
  set (${COLUMNS.join(', ')}) = (select ${of('n', COLUMNS)} from jsonb_populate_record(p, $2::jsonb) n),
    version = p.version + 1, updated_at = now()
  where p.id = $1`;

const INSERT = `
  insert into person (id, slug, version, created_at, ${COLUMNS.join(', ')}) overriding system value
  select $1, $2, $3, n.created_at, ${of('n', COLUMNS)} from jsonb_populate_record(null::person, $4::jsonb) n`;

const NAME = `
  insert into person_alias (name_key, person_id) select name_key, $1 from unnest($2::text[]) name_key on conflict do nothing`;

/** At the old place on each voyage, or the last one where the voyage has grown shorter; whoever is behind moves on by one. */
const PLACES = `
  select v.slug, v.id, least(n.sort_order, (select count(*) + 1 from passenger l where l.voyage_id = v.id))::int place
  from jsonb_to_recordset($1::jsonb) as n(voyage_slug text, sort_order int)
  join voyage v on v.id = ($2::jsonb ->> n.voyage_slug)::int order by v.id`;

const MAKE_ROOM = 'update passenger set sort_order = sort_order + 1 where voyage_id = $1 and sort_order >= $2';

const BOARD = `
  insert into passenger (voyage_id, person_id, sort_order, title, capacity_role, is_crew, notes)
  select $1, $2, $3, n.form_of_address, n.capacity_role, n.is_crew, n.voyage_notes
  from jsonb_to_record($4::jsonb) as n(form_of_address text, capacity_role text, is_crew boolean, voyage_notes text)`;

/** A person as they were; a deleted one also aboard the voyages from which the deletion took them. */
export async function restorePerson(
  statements: Statements,
  slug: string,
  snapshot: PersonSnapshot,
): Promise<NewRevision[]> {
  const { keys } = snapshot;
  const titles = new Map(snapshot.voyages?.map(({ voyage_slug, title }) => [voyage_slug, title]));
  await requireAll(statements, {
    table: 'voyage',
    keys: keys.voyages ?? {},
    nameOf: (one) => `“${titles.get(one) ?? one}”`,
    said: ['which this person was aboard', 'which this person was aboard'],
  });
  const there = await holdSame(statements, 'person', slug, keys.person);
  await requireOwnArticle(statements, keys);
  const before = there ? await snapshotOf(statements, 'person', keys.person) : null;
  const json = JSON.stringify({ ...snapshot, wikipedia_key: keys.wikipedia_key });
  if (there) await statements.change('history-person-update', UPDATE, [keys.person, json]);
  else {
    const version = await versionAfter(statements, 'person', slug);
    await statements.change('history-person-insert', INSERT, [keys.person, slug, version, json]);
    await statements.change('history-person-name', NAME, [keys.person, keys.aliases ?? []]);
  }
  const revisions: NewRevision[] = [{ kind: 'person', slug, action: 'restore', before }];
  if (!there) revisions.push(...(await board(statements, snapshot)));
  return revisions;
}

async function requireOwnArticle(statements: Statements, { person, wikipedia_key }: PersonSnapshot['keys']) {
  const other = await statements.row<{ full_name: string }>(
    'history-article-taken',
    'select full_name from person where wikipedia_key = $1 and id <> $2',
    [wikipedia_key, person],
  );
  if (other) throw cannot(`${other.full_name} has the same Wikipedia address now.`);
}

async function board(statements: Statements, { voyages = [], keys }: PersonSnapshot): Promise<NewRevision[]> {
  const links = new Map(voyages.map((link) => [link.voyage_slug, link]));
  const places = await statements.rows<{ slug: string; id: number; place: number }>('history-person-places', PLACES, [
    JSON.stringify(voyages),
    JSON.stringify(keys.voyages ?? {}),
  ]);
  const ids = places.map(({ id }) => id);
  const snapshots = await snapshotsOf(statements, 'voyage', ids);
  for (const { slug, id, place } of places) {
    await statements.change('history-person-room', MAKE_ROOM, [id, place]);
    await statements.change('history-person-board', BOARD, [id, keys.person, place, JSON.stringify(links.get(slug))]);
  }
  await statements.change(
    'history-voyages-touch',
    'update voyage set version = version + 1, updated_at = now() where id = any($1::int[])',
    [ids],
  );
  return places.map(({ slug, id }) => ({
    kind: 'voyage',
    slug,
    action: 'update',
    before: snapshots.get(id) ?? null,
  }));
}

interface PresidentSnapshot {
  full_name: string;
  initials: string | null;
  keys: { person: number };
}

const UPDATE_OFFICE = `
  update president r
  set (${PRESIDENT_COLUMNS.join(', ')}) = (select ${of('n', PRESIDENT_COLUMNS)} from jsonb_populate_record(r, $2::jsonb) n),
    version = r.version + 1, updated_at = now()
  where r.person_id = $1`;

const INSERT_OFFICE = `
  insert into president (person_id, version, created_at, ${PRESIDENT_COLUMNS.join(', ')})
  select $1, $2, n.created_at, ${of('n', PRESIDENT_COLUMNS)} from jsonb_populate_record(null::president, $3::jsonb) n`;

/** What makes a person a president or owner, as it was. The person is a record of its own. */
export async function restorePresident(
  statements: Statements,
  slug: string,
  snapshot: PresidentSnapshot,
): Promise<NewRevision[]> {
  const { keys, full_name, initials } = snapshot;
  if (!(await holdSame(statements, 'person', slug, keys.person)))
    throw cannot(`It cannot be whole: ${full_name}, whose office it was, is gone. Restore the person first.`);
  const other = await statements.row<{ full_name: string }>(
    'history-initials-taken',
    'select p.full_name from president r join person p on p.id = r.person_id where r.initials = $1 and r.person_id <> $2',
    [initials, keys.person],
  );
  if (other) throw cannot(`${other.full_name} has the initials ${initials} now.`);
  const before = (await snapshotsOf(statements, 'president', [keys.person])).get(keys.person) ?? null;
  const json = JSON.stringify(snapshot);
  if (before) await statements.change('history-president-update', UPDATE_OFFICE, [keys.person, json]);
  else {
    const version = await versionAfter(statements, 'president', slug);
    await statements.change('history-president-insert', INSERT_OFFICE, [keys.person, version, json]);
    // The person's own answer says whether they are a president.
    await statements.change(
      'history-president-touch',
      'update person set version = version + 1, updated_at = now() where id = $1',
      [keys.person],
    );
  }
  return [{ kind: 'president', slug, action: 'restore', before }];
}
