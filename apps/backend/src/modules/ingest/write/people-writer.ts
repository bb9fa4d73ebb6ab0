import type { ClientBase } from 'pg';
import { statementsOn } from '../../../database/index.ts';
import { type NewRevision, snapshotsOf } from '../../history/index.ts';
import type { PeopleDirectory, Person } from '../plan/people-directory.ts';
import type { President } from '../plan/president-directory.ts';

const INSERT_PEOPLE = `
  insert into person (slug, full_name, wikipedia_url, wikipedia_key)
  select slug, name, url, address
  from jsonb_to_recordset($1::jsonb) as n(slug text, name text, url text, address text)
  returning id, slug`;

const WITHOUT_ADDRESS = `
  select id, slug from person where id = any($1::int[]) and wikipedia_key is null order by id for update`;

const SET_ADDRESSES = `
  update person p set wikipedia_url = n.url, wikipedia_key = n.address, version = p.version + 1, updated_at = now()
  from jsonb_to_recordset($1::jsonb) as n(id int, url text, address text)
  where p.id = n.id and p.id = any($2::int[])`;

const INSERT_PRESIDENTS = `
  insert into president (person_id, party, term_start, term_end)
  select person_id, party, term_start, term_end
  from jsonb_to_recordset($1::jsonb) as n(person_id int, party text, term_start text, term_end text)
  on conflict (person_id) do nothing`;

const INSERT_ALIASES = `
  insert into person_alias (name_key, person_id, operation_id)
  select name_key, person_id, $2 from jsonb_to_recordset($1::jsonb) as n(name_key text, person_id int)
  on conflict do nothing`;

const created = (kind: 'person' | 'president', slug: string): NewRevision => ({
  kind,
  slug,
  action: 'create',
  before: null,
});

/** Saves those whom voyages need and the archive has not got: people, then the presidents and owners among them. */
export async function savePeople(
  client: ClientBase,
  people: Iterable<Person>,
  presidents: Iterable<President>,
): Promise<NewRevision[]> {
  const newPresidents = [...presidents].filter(({ saved }) => !saved);
  const newPeople = [...people, ...newPresidents.map(({ person }) => person)].filter(({ id }) => id === null);
  const unique = [...new Set(newPeople)];
  if (unique.length > 0) {
    const values = [JSON.stringify(unique)];
    const { rows } = await client.query<{ id: number; slug: string }>({
      name: 'ingest.people',
      text: INSERT_PEOPLE,
      values,
    });
    const ids = new Map(rows.map(({ id, slug }) => [slug, id]));
    for (const person of unique) person.id = ids.get(person.slug) ?? null;
  }
  if (newPresidents.length > 0) {
    const rows = newPresidents.map(({ person, party, term_start, term_end }) => ({
      person_id: person.id,
      party,
      term_start,
      term_end,
    }));
    await client.query({ name: 'ingest.presidents', text: INSERT_PRESIDENTS, values: [JSON.stringify(rows)] });
    for (const president of newPresidents) president.saved = true;
  }
  return [
    ...unique.map(({ slug }) => created('person', slug)),
    ...newPresidents.map(({ person }) => created('president', person.slug)),
  ];
}

/** Gives people the addresses and the names that documents have told of them. An address that a curator gave stays. */
export async function saveIdentities(
  client: ClientBase,
  directory: PeopleDirectory,
  operationId: string,
): Promise<NewRevision[]> {
  const aliases = directory.takeAliases().map(({ person, name_key }) => ({ name_key, person_id: person.id }));
  if (aliases.length > 0)
    await client.query({
      name: 'ingest.aliases',
      text: INSERT_ALIASES,
      values: [JSON.stringify(aliases), operationId],
    });
  const addressed = directory.takeAddressed().map(({ id, url, address }) => ({ id, url, address }));
  if (addressed.length === 0) return [];
  const statements = statementsOn(client);
  const held = await statements.rows<{ id: number; slug: string }>('ingest.unaddressed', WITHOUT_ADDRESS, [
    addressed.map(({ id }) => id),
  ]);
  const ids = held.map(({ id }) => id);
  const snapshots = await snapshotsOf(statements, 'person', ids);
  await statements.change('ingest.addresses', SET_ADDRESSES, [JSON.stringify(addressed), ids]);
  return held.map(({ id, slug }) => ({ kind: 'person', slug, action: 'update', before: snapshots.get(id) ?? null }));
}
