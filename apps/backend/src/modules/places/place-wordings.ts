import {
  emptyValues,
  placeAt,
  type PlaceCandidate,
  type PlaceDecision,
  placeFields,
  type PlaceRevisions,
  type PlaceWording,
} from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { invalidFields, Problem, page, type Page } from '../../common/index.ts';
import { col, Database, statement, statementsFor } from '../../database/index.ts';
import type { WriteRequest } from '../idempotency/index.ts';
import { type ChangeSet, changeRecords, PLACES, requireUnusedNames } from '../records/index.ts';
import { Gazetteer } from './gazetteer.ts';
import { createPlace, requireFewSpellings, savedRevisions } from './place-commands.ts';
import { KEYS_OF_VOYAGE, WORDINGS_OF_VOYAGE } from './place-sql.ts';

/** Wordings with at least this similarity are in one group, and that of places is proposed. */
const SIMILAR = 0.4;
/** Names that are most like a wording, of which three places are proposed. */
const COMPARED = 30;

const IS_OPEN = {
  open: 'not exists (select from not_a_place d where d.key = k.key)',
  dismissed: 'exists (select from not_a_place d where d.key = k.key)',
};
/** Keys are computed once for each wording, because that takes most of the time. */
const LIST = statementsFor(['open', 'dismissed'], (state) =>
  statement(
    `place-wordings-${state}`,
    `with written as materialized (
      select w.wording, v.id from voyage v cross join ${WORDINGS_OF_VOYAGE}),
    keyed as materialized (
      select place_key(wording) "key", wording, voyages from (select wording, count(*) voyages from written group by wording) w),
    open as materialized (
      select k.key, (array_agg(k.wording order by k.voyages desc, k.wording))[1] wording, array_agg(k.wording) wordings
      from keyed k
      where k.key <> '' and not exists (select from place_name n where n.key = k.key) and ${IS_OPEN[state]}
      group by k.key),
    found as materialized (
      select o.key, o.wording, count(distinct w.id) voyage_count, array_agg(distinct w.id) ids
      from open o cross join unnest(o.wordings) one join written w on w.wording = one group by o.key, o.wording),
    page as materialized (select * from found order by voyage_count desc, key limit $1 offset $2),
    -- A part of a longer name shares a word with it. Comparing parts takes longest, so only the names that share most are compared.
    parts as materialized (
      select * from (
        select p.key wording_key, n.key, n.place_id, row_number() over (
          partition by p.key order by sum(length(w.word))::float / least(length(n.key), length(p.key)) desc, n.key) rank
        from page p cross join string_to_table(p.key, ' ') w(word)
        join (select n.key, n.place_id, word from place_name n cross join string_to_table(n.key, ' ') word) n on n.word = w.word
        group by p.key, n.key, n.place_id) r
      where rank <= ${COMPARED})
    select p.key, p.wording, p.voyage_count, (select count(*) from found) total,
      (select json_agg(e) from (
        select v.slug voyage_slug, v.title, v.start_date from voyage v where v.id = any(p.ids) order by v.start_day, v.slug limit 3) e) examples,
      (select coalesce(json_agg(s), '[]') from (
        select m.slug place_slug, m.name, max(n.similarity) similarity
        from (
          select n.place_id, round((0.9 * greatest(word_similarity(n.key, p.key), word_similarity(p.key, n.key)))::numeric, 2)::float similarity
          from parts n where n.wording_key = p.key
          union all
          (select n.place_id, round((1 - (n.key <-> p.key))::numeric, 2)::float from place_name n order by n.key <-> p.key limit ${COMPARED})) n
        join place m on m.id = n.place_id
        where n.similarity >= ${SIMILAR} group by m.id order by max(n.similarity) desc, m.name limit 3) s) proposals,
      array(select o.key from page o where o.key < p.key and similarity(o.key, p.key) >= ${SIMILAR}) similar
    from page p order by p.voyage_count desc, p.key`,
    {
      key: col.text,
      wording: col.text,
      voyage_count: col.int,
      total: col.int,
      examples: col.json<PlaceWording['examples']>(),
      proposals: col.json<PlaceWording['proposals']>(),
      similar: col.array(col.text),
    },
  ),
);

const MATCHES = statement(
  'place-wording-places',
  `select w.wording, place_key(w.wording) "key", p.slug, place_key(p.name) = place_key(w.wording) is_name, p.name
  from unnest($1::text[]) with ordinality w(wording, position)
  left join place_name n on n.key = place_key(w.wording) left join place p on p.id = n.place_id
  order by w.position`,
  {
    wording: col.text,
    key: col.text,
    slug: col.text.nullable(),
    is_name: col.bool.nullable(),
    name: col.text.nullable(),
  },
);
const VARIANTS_WITHOUT = statement(
  'place-variants-without',
  `select array(
    select v from unnest($1::text[]) with ordinality u(v, position) where place_key(v) <> all($2::text[]) order by position) variants`,
  { variants: col.array(col.text) },
);
const DISMISS = statement(
  'place-wordings-dismiss',
  `insert into not_a_place (key, wording, dismissed_by)
  select distinct on (place_key(w)) place_key(w), w, $2 from unnest($1::text[]) w on conflict do nothing`,
);
const END_DISMISSAL = statement('place-wordings-end-dismissal', 'delete from not_a_place where key = any($1::text[])');

const MAX_CANDIDATES = 8;
/** In the review, where each wording has few. */
const MAX_LISTED_CANDIDATES = 2;
/** Voyages with one wording whose other places are read. */
const MAX_VOYAGES = 200;

/** For each wording, the places with coordinates that the same voyages name. */
const POSITIONS = statement(
  'place-wordings-positions',
  `select w.wording, p.name, p.latitude, p.longitude
  from unnest($1::text[]) w(wording) cross join lateral (
    select distinct n.place_id from (
      select ${KEYS_OF_VOYAGE} keys from voyage v where ${KEYS_OF_VOYAGE} @> array[place_key(w.wording)] limit ${MAX_VOYAGES}) v
    join place_name n on n.key = any(v.keys) and n.key <> place_key(w.wording)) named
  join place p on p.id = named.place_id and p.latitude is not null`,
  { wording: col.text, name: col.text, latitude: col.number, longitude: col.number },
);
const ALL_POSITIONS = statement(
  'place-positions',
  'select name, latitude, longitude from place where latitude is not null order by id limit 1000',
  { name: col.text, latitude: col.number, longitude: col.number },
);

type Match = { wording: string; key: string; slug: string | null; is_name: boolean | null; name: string | null };

/** The wordings of voyages that have no place, and curators' decisions about them. */
@Injectable()
export class PlaceWordings {
  constructor(
    private readonly database: Database,
    private readonly gazetteer: Gazetteer,
  ) {}

  candidates = async (name: string) => (await this.#candidatesOf([name], MAX_CANDIDATES))[0] ?? [];

  async #candidatesOf(wordings: readonly string[], limit: number): Promise<PlaceCandidate[][]> {
    const [near, all] = await Promise.all([
      this.database.rows(POSITIONS, [wordings]),
      this.database.rows(ALL_POSITIONS, []),
    ]);
    const positions = Map.groupBy(near, ({ wording }) => wording);
    return Promise.all(wordings.map((wording) => this.gazetteer.find(wording, positions.get(wording) ?? all, limit)));
  }

  /** The towns that a curator chose, by wording. @throws 422 for an unknown one */
  async #chosen(positions: NonNullable<PlaceDecision['positions']>): Promise<Map<string, PlaceCandidate>> {
    const chosen = new Map<string, PlaceCandidate>();
    for (const [index, { wording, geonames }] of positions.entries()) {
      const town = await this.gazetteer.get(geonames);
      if (!town)
        throw invalidFields([
          { path: `positions.${index}.geonames`, message: 'Choose one of the proposed positions.' },
        ]);
      chosen.set(wording, town);
    }
    return chosen;
  }

  /** Similar wordings follow the most common one of their group. */
  async list(limit: number, offset: number, isDismissed: boolean): Promise<Page<PlaceWording>> {
    const rows = await this.database.rows(LIST[isDismissed ? 'dismissed' : 'open'], [limit, offset]);
    const groups = new Map<string, number>();
    const similar = new Map(rows.map(({ key }) => [key, new Set<string>()]));
    for (const { key, similar: others } of rows)
      for (const other of others) {
        similar.get(key)?.add(other);
        similar.get(other)?.add(key);
      }
    for (const [index, { key }] of rows.entries()) {
      if (groups.has(key)) continue;
      groups.set(key, index + 1);
      for (const other of similar.get(key) ?? []) if (!groups.has(other)) groups.set(other, index + 1);
    }
    const candidates = await this.#candidatesOf(
      rows.map(({ wording }) => wording),
      MAX_LISTED_CANDIDATES,
    );
    const items = rows.map(({ key, similar: _similar, total: _total, ...wording }, index) => ({
      ...wording,
      candidates: candidates[index] ?? [],
      group: groups.get(key) ?? 0,
    }));
    return page(
      items.toSorted((a, b) => a.group - b.group),
      rows[0]?.total ?? 0,
    );
  }

  /** Decides about wordings in one transaction. Returns the changes of places. */
  async decide(
    { wordings, decision, place_slug: slug, positions = [] }: PlaceDecision,
    write: WriteRequest,
  ): Promise<PlaceRevisions> {
    const towns = await this.#chosen(positions);
    return changeRecords(this.database, write, async (changes) => {
      const { executor } = changes;
      const matches = (await executor.rows(MATCHES, [wordings])).filter(
        ({ key }, index, all) => key !== '' && all.findIndex((other) => other.key === key) === index,
      );
      const keys = matches.map(({ key }) => key);
      if (decision !== 'not_a_place') await executor.execute(END_DISMISSAL, [keys]);
      switch (decision) {
        case 'spelling':
          return savedRevisions(changes, await addSpellings(changes, slug!, matches));
        case 'new_places':
        case 'one_place': {
          const former = await removeSpellings(changes, matches);
          const created = await createPlaces(changes, matches, decision === 'one_place', towns);
          // In the order in which they are undone: a name leads to one place.
          return savedRevisions(changes, [...created, ...former]);
        }
        case 'not_a_place':
          requireNoPlace(matches);
          await executor.execute(DISMISS, [matches.map(({ wording }) => wording), write.changedBy]);
          return [];
        case 'undecided':
          return savedRevisions(changes, await removeSpellings(changes, matches));
      }
    });
  }
}

async function addSpellings(changes: ChangeSet, slug: string, matches: readonly Match[]): Promise<string[]> {
  const { id, values } = await PLACES.lock(changes.executor, slug);
  const added = matches.filter((match) => match.slug !== slug).map(({ wording }) => wording);
  if (added.length === 0) return [];
  const variants = [...values.variants, ...added];
  requireFewSpellings({ ...values, variants });
  await requireUnusedNames(changes.executor, { ...values, variants }, id);
  await PLACES.update(changes, id, { variants });
  return [slug];
}

/** Creates a place for each wording, or one for all, with the first as its name. */
async function createPlaces(
  changes: ChangeSet,
  matches: readonly Match[],
  isOne: boolean,
  towns: ReadonlyMap<string, PlaceCandidate>,
): Promise<string[]> {
  const wordings = matches.map(({ wording }) => wording);
  const slugs: string[] = [];
  for (const [name = '', ...variants] of isOne ? [wordings] : wordings.map((wording) => [wording])) {
    const town = towns.get(name);
    slugs.push(
      await createPlace(changes, {
        ...emptyValues(placeFields),
        ...(town && placeAt(town)),
        kind: /\b(?:river|creek)$/i.test(name) ? 'river' : 'other',
        name,
        variants,
      }),
    );
  }
  return slugs;
}

/** @throws 409 for the name of a place */
async function removeSpellings(changes: ChangeSet, matches: readonly Match[]): Promise<string[]> {
  const { executor } = changes;
  requireNoPlace(matches.filter(({ is_name }) => is_name));
  const places = Map.groupBy(
    matches.filter(({ slug }) => slug !== null),
    ({ slug }) => slug!,
  );
  const slugs = [...places.keys()].toSorted();
  for (const slug of slugs) {
    const { id, values } = await PLACES.lock(executor, slug);
    const row = await executor.row(VARIANTS_WITHOUT, [values.variants, places.get(slug)?.map(({ key }) => key)]);
    await PLACES.update(changes, id, { variants: row?.variants ?? [] });
  }
  return slugs;
}

function requireNoPlace(matches: readonly Match[]): void {
  const match = matches.find(({ slug }) => slug !== null);
  if (match) throw new Problem(409, `“${match.wording}” leads to ${match.name}. Change or delete that place first.`);
}
