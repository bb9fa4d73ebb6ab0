import type { Merge, PersonWrite } from '@archive/contracts';
import { normaliseName } from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { type Expected, expectVersion, notFound, Problem } from '../../common/index.ts';
import { Database, type Statements } from '../../database/index.ts';
import { type NewRevision, restoreRecord, snapshotOf, snapshotsOf, writeRevisions } from '../history/index.ts';
import { Person, personValues, requireOwnArticle } from '../people/index.ts';
import { holdShared, joinLinks, partLinks, type Shared, touchVoyages } from './links.ts';

interface Known {
  id: number;
  slug: string;
  full_name: string;
  version: number;
  is_president: boolean;
}

const HOLD = `
  select p.id, p.slug, p.full_name, p.version, exists (select from president r where r.person_id = p.id) is_president
  from person p where p.slug = any($1::text[]) order by p.id for update`;

const ALIASES = `
  insert into person_alias (name_key, person_id)
  select known.name_key, $1 from (
    select a.name_key from person_alias a where a.person_id = $2 union select unnest($3::text[])) known
  where known.name_key is not null on conflict do nothing returning name_key`;

const REDIRECT = `insert into person_redirect (slug, person_id) values ($1, $2)
  on conflict (slug) do update set person_id = excluded.person_id`;
const LEAD_ON = 'update person_redirect set person_id = $1 where person_id = $2 returning slug';

const KEEP = `
  insert into person_merge (kept_id, kept_version, kept_before, gone_slug, gone_name, gone_before, links, aliases, redirects, merged_by)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
  returning id merge, gone_slug, gone_name, merged_by, instant_text(merged_at) merged_at`;

interface Kept {
  kept_id: number;
  kept_version: number;
  kept_before: object;
  gone_slug: string;
  gone_before: { keys: { person: number } };
  links: Shared[];
  aliases: string[];
  redirects: string[];
}

const MERGE = 'select * from person_merge where id = $1 and kept_id = $2 for update';

const noFile = () => Promise.resolve(false);

interface MergeInto {
  /** Who stays. */
  slug: string;
  from: string;
  record: PersonWrite;
}

/** Two records of one person made one, and two again. */
@Injectable()
export class MergeWrites {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  merge({ slug, from, record }: MergeInto, changedBy: string, expected: Expected): Promise<Merge> {
    return this.#database.write(async (em, statements) => {
      const { kept, gone } = await holdBoth(statements, slug, from);
      expectVersion(expected, `${kept.id}.${kept.version}`, 'person');
      const shared = await holdShared(statements, kept.id, gone.id);
      const voyages = shared.map(({ voyage_id }) => voyage_id);
      const keptBefore = await snapshotOf(statements, 'person', kept.id);
      const goneBefore = await snapshotOf(statements, 'person', gone.id, { deleting: true });
      const voyagesBefore = await snapshotsOf(statements, 'voyage', voyages);

      for (const one of shared) await joinLinks(statements, kept.id, gone.id, one);
      const names = [normaliseName(gone.full_name)];
      const aliases = await statements.rows<{ name_key: string }>('merging-aliases', ALIASES, [
        kept.id,
        gone.id,
        names,
      ]);
      const redirects = await statements.rows<{ slug: string }>('merging-lead-on', LEAD_ON, [kept.id, gone.id]);
      await statements.change('merging-redirect', REDIRECT, [gone.slug, kept.id]);
      await em.nativeDelete(Person, { id: gone.id });

      const values = personValues(record);
      await requireOwnArticle(em, values, kept.id);
      const person = await em.findOneOrFail(Person, kept.id);
      // A new version also where only links have come: who has the person open is told.
      em.assign(person, { ...values, updatedAt: new Date() });
      await em.flush();
      await touchVoyages(statements, voyages);

      await writeRevisions(
        statements,
        [
          { kind: 'person', slug: kept.slug, action: 'update', before: keptBefore },
          { kind: 'person', slug: gone.slug, action: 'delete', before: goneBefore },
          ...voyageRevisions(shared, voyagesBefore),
        ],
        { changedBy },
      );
      const merge = await statements.row<Merge>('merging-keep', KEEP, [
        kept.id,
        person.version,
        JSON.stringify(keptBefore),
        gone.slug,
        gone.full_name,
        JSON.stringify(goneBefore),
        JSON.stringify(shared),
        aliases.map(({ name_key }) => name_key),
        redirects.map((redirect) => redirect.slug),
        changedBy,
      ]);
      if (!merge) throw new Error('A merge was written');
      return merge;
    });
  }

  /**
   * The record that went comes back with its links; the other one gets its own again, and its words unless somebody has changed
   * them since.
   */
  undo(slug: string, merge: number, changedBy: string): Promise<{ person_slug: string }> {
    return this.#database.transaction(async (statements) => {
      const [person] = await statements.rows<Known>('merging-hold', HOLD, [[slug]]);
      if (!person) throw notFound('Person not found');
      const kept = await statements.row<Kept>('merging-merge', MERGE, [merge, person.id]);
      if (!kept) throw notFound('There is no such merge.');
      await statements.rows(
        'merging-hold-voyages',
        'select id from voyage where id = any($1::int[]) order by id for update',
        [kept.links.map(({ voyage_id }) => voyage_id)],
      );
      const there = await statements.rows<{ id: number }>(
        'merging-voyages',
        'select id from voyage where id = any($1::int[])',
        [kept.links.map(({ voyage_id }) => voyage_id)],
      );
      const ids = new Set(there.map(({ id }) => id));
      const links = kept.links.filter(({ voyage_id }) => ids.has(voyage_id));
      const voyagesBefore = await snapshotsOf(statements, 'voyage', [...ids]);

      for (const one of links) await partLinks(statements, person.id, one);
      await statements.change(
        'merging-no-aliases',
        'delete from person_alias where person_id = $1 and name_key = any($2::text[])',
        [person.id, kept.aliases],
      );
      await statements.change('merging-no-redirect', 'delete from person_redirect where slug = $1', [kept.gone_slug]);
      await statements.change(
        'merging-redirects-back',
        'update person_redirect set person_id = $1 where slug = any($2::text[])',
        [kept.gone_before.keys.person, kept.redirects],
      );
      const untouched = person.version === kept.kept_version;
      const revisions = [
        ...(untouched ? await restoreRecord(statements, 'person', slug, kept.kept_before, noFile) : []),
        ...(await restoreRecord(statements, 'person', kept.gone_slug, kept.gone_before, noFile)),
      ].filter(({ kind }) => kind === 'person');
      await writeRevisions(statements, [...revisions, ...voyageRevisions(links, voyagesBefore)], { changedBy });
      await statements.change('merging-undone', 'delete from person_merge where id = $1', [merge]);
      return { person_slug: kept.gone_slug };
    });
  }
}

const voyageRevisions = (shared: Shared[], before: Map<number, object>): NewRevision[] =>
  shared.map(({ voyage_id, voyage_slug }) => ({
    kind: 'voyage',
    slug: voyage_slug,
    action: 'update',
    before: before.get(voyage_id) ?? null,
  }));

async function holdBoth(statements: Statements, slug: string, from: string): Promise<{ kept: Known; gone: Known }> {
  const people = await statements.rows<Known>('merging-hold', HOLD, [[slug, from]]);
  const kept = people.find((person) => person.slug === slug);
  const gone = people.find((person) => person.slug === from);
  if (!kept || !gone) throw notFound('Person not found');
  if (slug === from) throw new Problem(409, 'A record cannot be merged with itself.');
  if (gone.is_president)
    throw new Problem(409, `${gone.full_name} is a president or owner: keep that record, and merge the other into it.`);
  return { kept, gone };
}
