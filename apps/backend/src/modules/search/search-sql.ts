import {
  EDITABLE_ATTRIBUTES,
  type Fields,
  fieldsWith,
  mediaFields,
  namesOf,
  personFields,
  type SearchFacetValue,
  type SearchHit,
  voyageFields,
} from '@archive/contracts';
import { col, conditions, filteredStatement, statement, statementsFor } from '../../database/index.ts';
import { MATCH_END, MATCH_START } from './excerpt.ts';
import { peopleNamed } from './name-query.ts';
import { IN_DIRECTORY, peopleMatching } from './people-matching.ts';

/** Matches of each kind that are ranked and counted: ranking reads the whole document of each. */
export const MAX_RANKED = 1000;
/** One more tells that there are more. */
const COUNTED = MAX_RANKED + 1;
/** Matching pages of files that are looked at: files are counted exactly until they have more. */
const MAX_PAGES = 20_000;

/** Parameters of a search, with their types. Only those with a value are part of the statement. */
const PARAMETERS = {
  text: 'tsquery',
  titles: 'tsquery',
  terms: 'tsquery[]',
  roleTerms: 'tsquery[]',
  names: 'tsquery',
  excluded: 'tsquery',
  dateFrom: 'date',
  dateTo: 'date',
  dateText: 'text',
  from: 'date',
  to: 'date',
  president: 'int[]',
  persons: 'jsonb',
  namedPerson: 'int[]',
  aPerson: 'int[]',
  placeWords: 'text',
  place: 'text',
  tags: 'text[]',
  attribute: 'text',
  role: 'text',
  mediaType: 'text',
  rights: 'text',
  hasPhoto: 'boolean',
  notes: 'boolean',
  typed: 'text',
  files: 'boolean',
} as const;
export type SearchParameter = keyof typeof PARAMETERS;
/** Null, undefined and false are no value. */
export type SearchParameters = Record<SearchParameter, unknown>;

const NAMES = Object.keys(PARAMETERS) as SearchParameter[];
export const NO_PARAMETERS = Object.fromEntries(NAMES.map((name) => [name, null])) as SearchParameters;
const codeOf = (name: SearchParameter) => String.fromCodePoint('a'.charCodeAt(0) + NAMES.indexOf(name));
const TABLE = Object.fromEntries(NAMES.map((name) => [name, { code: codeOf(name), sql: (p: string) => p }])) as Record<
  SearchParameter,
  { code: string; sql: (p: string) => string }
>;

/** The parameters with a value, and their variant key, which selects the statement. */
export const parametersOf = (values: SearchParameters) =>
  conditions(TABLE, Object.fromEntries(NAMES.map((name) => [name, values[name] ?? undefined])));

/** Placeholders and conditions for the SQL of one statement. */
interface SqlContext {
  /** Placeholder of a parameter, with its type; null if it has no value. */
  $: (name: SearchParameter) => string;
  hasValue: (name: SearchParameter) => boolean;
  /** The condition, if the parameter has a value. */
  when: (name: SearchParameter, condition: string) => string;
  /** Whether a filter restricts the voyages. */
  isScoped: boolean;
  /** Whether some of the results are enough. */
  isLimited: boolean;
}

/** Filters that restrict voyages, and with them the people, media and albums of these. */
const OF_VOYAGES = [
  'persons',
  'namedPerson',
  'aPerson',
  'placeWords',
  'place',
  'attribute',
  'role',
  'hasPhoto',
] as const;
/** Those among them that read more than the facts of a voyage. */
const LOOKED_UP: readonly SearchParameter[] = ['persons', 'namedPerson', 'aPerson', 'placeWords', 'place', 'role'];
const SCOPING: readonly SearchParameter[] = [...OF_VOYAGES, 'president', 'from', 'to'];

function contextOf(variantKey: string, { isLimited = true } = {}): SqlContext {
  const usedParameters = NAMES.filter((name) => variantKey.includes(codeOf(name)));
  const hasValue = (name: SearchParameter) => usedParameters.includes(name);
  const $ = (name: SearchParameter) =>
    `${hasValue(name) ? `$${usedParameters.indexOf(name) + 1}` : 'null'}::${PARAMETERS[name]}`;
  return {
    $,
    hasValue,
    when: (name, condition) => (hasValue(name) ? condition : 'true'),
    isScoped: SCOPING.some(hasValue),
    isLimited,
  };
}

/** Gives every parameter its type, also those that a statement doesn't need. */
const parameterTypes = ({ $, hasValue }: SqlContext) =>
  `parameters as (select ${NAMES.filter(hasValue).map($).join(', ') || 'null'})`;

const allOf = (...list: string[]) => list.filter((item) => item !== '' && item !== 'true').join(' and ') || 'true';
const PLACES = `to_tsvector('archive', concat_ws(' ', v.start_location, v.end_location))`;
const documentHas = (query: string) => `v.id in (select s.voyage_id from voyage_search s where s.document @@ ${query})`;

const words = ({ $ }: SqlContext, name: SearchParameter) => `plainto_tsquery('archive', ${$(name)})`;
const datePhrase = ({ $ }: SqlContext) => `phraseto_tsquery('archive', ${$('dateText')})`;
const isInDateRange = ({ $ }: SqlContext) => `v.start_day <= ${$('dateTo')} and v.end_day >= ${$('dateFrom')}`;
const isAboard = ({ $, when }: SqlContext, people: SearchParameter) =>
  when(people, `v.id in (select l.voyage_id from passenger l where l.person_id = any(${$(people)}))`);
/** Each of the lists of people, by name, has someone aboard. */
const areAboard = ({ $, when }: SqlContext) =>
  when(
    'persons',
    `v.id in (
      select g.voyage_id from (
        select w.place, l.voyage_id from jsonb_array_elements(${$('persons')}) with ordinality w(ids, place)
        cross join lateral jsonb_array_elements_text(w.ids) i(id) join passenger l on l.person_id = i.id::int) g
      group by g.voyage_id having count(distinct g.place) = jsonb_array_length(${$('persons')}))`,
  );

/** The tags of a search, with their words. Tags such as “Other” or an emoji have none. */
const wantedTags = ({ $ }: SqlContext) =>
  `wanted as materialized (select w.tag, plainto_tsquery('archive', w.tag) words from unnest(${$('tags')}) w(tag))`;

/** Records with the tags. The index finds those with the words of a tag. */
const recordsTagged = (table: 'media' | 'person') => {
  const hasTag = `exists (select from unnest(r.tags) t(tag) where fold(t.tag) = fold(w.tag))`;
  return `
    select w.tag, r.id from wanted w join ${table} r on r.search @@ w.words where ${hasTag}
    union all select w.tag, r.id from wanted w join ${table} r on ${hasTag} where numnode(w.words) = 0`;
};

/** Ids of what has all tags on its records. `sources` select each tag and what has it. */
const havingTags = ({ $ }: SqlContext, sources: readonly string[]) => `
  select tagged.owner from (${sources.join(' union all ')}) tagged(tag, owner)
  group by tagged.owner having count(distinct fold(tagged.tag)) = (select count(distinct fold(w.tag)) from unnest(${$('tags')}) w(tag))`;

/** Media and people with the tags, looked up once for all kinds. */
const taggedRecords = (context: SqlContext) =>
  context.hasValue('tags')
    ? `
    ${wantedTags(context)},
    tagged_media as materialized (${recordsTagged('media')}),
    tagged_person as materialized (${recordsTagged('person')}),`
    : '';

/** The record has all tags. */
const isTagged = (context: SqlContext, id: string, from: 'tagged_media' | 'tagged_person') =>
  context.when('tags', `${id} in (${havingTags(context, [`select t.tag, t.id from ${from} t`])})`);

/** Conditions on voyages `v`. */
function voyageFilters(context: SqlContext): string {
  const { $, when } = context;
  return allOf(
    when('president', `v.president_id = any(${$('president')})`),
    areAboard(context),
    isAboard(context, 'namedPerson'),
    isAboard(context, 'aPerson'),
    when('placeWords', `${documentHas(words(context, 'placeWords'))} and ${PLACES} @@ ${words(context, 'placeWords')}`),
    when('place', `${documentHas(words(context, 'place'))} and ${$('place')} in (v.start_location, v.end_location)`),
    when(
      'attribute',
      `case ${$('attribute')} ${EDITABLE_ATTRIBUTES.map((name) => `when '${name}' then v.${name}`).join(' ')} end`,
    ),
    when(
      'role',
      `v.id in (select l.voyage_id from passenger l
        where passenger_words(l.title, l.capacity_role) @@ ${words(context, 'role')} and fold(l.capacity_role) = fold(${$('role')}))`,
    ),
    when('hasPhoto', `v.has_photo`),
  );
}

/** Of so many voyages, the people and media are collected. With more, people and media are tried one after the other. */
const MAX_COLLECTED = 5000;
/** So many voyages are kept in a hash table for that. With more, the first ones that are tried match. */
const MAX_HASHED = 20_000;

/** Voyages that match all filters (`scope`), those that match them at any time (`filtered`), and the first of each. */
function scope(context: SqlContext): string {
  const { $, when, hasValue, isScoped } = context;
  if (!isScoped) return 'scope as (select null::int id where false), filtered as (select null::int id where false)';
  const filters = voyageFilters(context);
  const dates = allOf(when('from', `v.end_day >= ${$('from')}`), when('to', `v.start_day <= ${$('to')}`));
  const first = `
    first_of_scope as materialized (select id from scope limit ${MAX_HASHED + 1}),
    first_of_filtered as materialized (select id from filtered limit ${MAX_HASHED + 1})`;
  // Plain facts come from an index, which is read as far as needed; everything else is looked up once for both.
  if (LOOKED_UP.some(hasValue))
    return `
    filtered as materialized (select v.id, v.start_day, v.end_day from voyage v where ${filters}),
    scope as not materialized (select v.id from filtered v where ${dates}),${first}`;
  return `
    scope as not materialized (select v.id from voyage v where ${allOf(filters, dates)}),
    filtered as not materialized (select v.id from voyage v where ${filters}),${first}`;
}

/** Records of the voyages in `scope` or `filtered`. */
interface OfVoyages {
  of: 'scope' | 'filtered';
  /** The id of the record. */
  id: string;
  /** Selects the ids of records whose voyage fulfills a condition. */
  records: (isOfVoyage: (column: string) => string) => string;
  /** The record has a voyage that fulfills the condition. */
  has: (isOfVoyage: (column: string) => string) => string;
}

/** The record is of one of the voyages. An operand of `is true` is looked up in a hash table, which is built once. */
function isOfVoyages(context: SqlContext, { of, id, records, has }: OfVoyages): string {
  const inVoyages = (voyages: string) => (column: string) => `${column} in (select id from ${voyages})`;
  const isHashed = (voyages: string) => (column: string) => `(${inVoyages(voyages)(column)}) is true`;
  const collected = (voyages: string) => `${id} in (${records(inVoyages(voyages))})`;
  // Most are wanted anyway.
  if (!context.isLimited) return collected(of);
  const first = `first_of_${of}`;
  const isLookedUp = LOOKED_UP.some(context.hasValue);
  return `case
    when (select count(*) from ${first}) <= ${MAX_COLLECTED} then ${collected(first)}
    when (select count(*) from ${first}) <= ${MAX_HASHED} then ${has(isHashed(first))}
    else ${has(isLookedUp ? isHashed(of) : inVoyages(of))} end`;
}

/** A search of one kind: its rows `from`, and the expressions that rank them. */
interface Kind {
  from: string;
  id: string;
  where: string;
  titled: string;
  exact: string;
  rank: string;
  day: string;
}

const rank = ({ $ }: SqlContext, document: string) => `coalesce(ts_rank(${document}, ${$('text')}), 0)`;
const titleMatches = ({ $ }: SqlContext, document: string) => `coalesce(${document} @@ ${$('titles')}, false)`;
const isNamed = ({ $ }: SqlContext, name: string) => `fold(${name}) = fold(${$('typed')})`;
const notExcluded = ({ $, when }: SqlContext, document: string) =>
  when('excluded', `not ${document} @@ ${$('excluded')}`);
const inScope = ({ isScoped }: SqlContext, condition: string) => (isScoped ? condition : 'true');
const notOfMedia = ({ hasValue }: SqlContext) => (hasValue('mediaType') || hasValue('rights') ? 'false' : 'true');

const voyages = (context: SqlContext): Kind => ({
  from: 'voyage_search s join voyage v on v.id = s.voyage_id',
  id: 's.voyage_id',
  where: allOf(
    context.when('text', `s.document @@ ${context.$('text')}`),
    context.hasValue('notes') ? 'true' : context.when('text', `(s.public is null or s.public @@ ${context.$('text')})`),
    notExcluded(context, 's.document'),
    context.when(
      'dateFrom',
      `s.voyage_id in (
        select v.id from voyage v where ${isInDateRange(context)}
        union all select d.voyage_id from voyage_search d where d.document @@ ${datePhrase(context)})`,
    ),
    inScope(context, 's.voyage_id in (select id from scope)'),
    context.when(
      'tags',
      `s.voyage_id in (${havingTags(context, [
        `select t.tag, l.voyage_id from tagged_media t join voyage_media l on l.media_id = t.id`,
        `select t.tag, l.voyage_id from tagged_person t join passenger l on l.person_id = t.id`,
      ])})`,
    ),
    notOfMedia(context),
  ),
  titled: `(${titleMatches(context, 's.document')} or coalesce(${isInDateRange(context)}, false))`,
  exact: isNamed(context, 'v.title'),
  rank: rank(context, 's.document'),
  day: 'v.start_day',
});

const people = (context: SqlContext): Kind => ({
  from: 'person p',
  id: 'p.id',
  where: allOf(
    context.when(
      'text',
      `p.id in (${peopleMatching(context.$('terms'), context.$('roleTerms'))} union all ${peopleNamed(context.$('names'))})`,
    ),
    notExcluded(context, 'p.search'),
    context.when('dateFrom', `p.search @@ ${datePhrase(context)}`),
    inScope(
      context,
      isOfVoyages(context, {
        of: 'scope',
        id: 'p.id',
        records: (isOfVoyage) => `select l.person_id from passenger l where ${isOfVoyage('l.voyage_id')}`,
        has: (isOfVoyage) =>
          `(select true from passenger l where l.person_id = p.id and ${isOfVoyage('l.voyage_id')} limit 1) is true`,
      }),
    ),
    context.when('namedPerson', `p.id = any(${context.$('namedPerson')})`),
    context.when(
      'persons',
      `p.id in (select i.id::int from jsonb_array_elements(${context.$('persons')}) w(ids), jsonb_array_elements_text(w.ids) i(id))`,
    ),
    isTagged(context, 'p.id', 'tagged_person'),
    IN_DIRECTORY,
    notOfMedia(context),
  ),
  titled: titleMatches(context, 'p.search'),
  exact: isNamed(context, 'p.full_name'),
  rank: context.hasValue('text')
    ? `${rank(context, 'p.search')} + 0.05 * ln(1 + (select count(*) from passenger l where l.person_id = p.id))`
    : '0',
  day: 'null::date',
});

/** SQL for the ids of media that match a query themselves or by the title of an album. */
export const mediaMatching = (query: string) => `
  select m.id from media m where m.search @@ ${query}
  union select e.media_id from album_media e join album a on a.id = e.album_id where a.search @@ ${query}`;

/** Media that a voyage shows directly or in an album. */
const shownBy = (context: SqlContext, of: OfVoyages['of']) =>
  isOfVoyages(context, {
    of,
    id: 'm.id',
    records: (isOfVoyage) => `
      select l.media_id from voyage_media l where ${isOfVoyage('l.voyage_id')}
      union select e.media_id from album_media e join album a on a.id = e.album_id where ${isOfVoyage('a.voyage_id')}`,
    has: (isOfVoyage) => `(
      (select true from voyage_media l where l.media_id = m.id and ${isOfVoyage('l.voyage_id')} limit 1) is true or
      (select true from album_media e join album a on a.id = e.album_id where e.media_id = m.id and ${isOfVoyage('a.voyage_id')} limit 1) is true)`,
  });

/** Media whose own date is within the days. The dates of the index are compared, not calculated. */
const isDated = (from: string, to: string) =>
  allOf(to && `m.day <= ${to}`, from && `latest_day(m.date) >= ${from}`, 'm.day is not null');

/** Media of the voyages in scope, or of the president. A date restricts media by their own date, or else by that of the voyage. */
function mediaInScope(context: SqlContext): string {
  const { $, hasValue } = context;
  const isOfOthers = OF_VOYAGES.some(hasValue);
  const ofPresident = hasValue('president') && !isOfOthers ? `m.president_id = any(${$('president')}) or` : '';
  const linked = hasValue('president') || isOfOthers ? `(${ofPresident} ${shownBy(context, 'filtered')})` : 'true';
  const [from, to] = [hasValue('from') ? $('from') : '', hasValue('to') ? $('to') : ''];
  const dateCondition =
    from || to ? `(${isDated(from, to)} or m.day is null and ${shownBy(context, 'scope')})` : 'true';
  return allOf(dateCondition, linked);
}

/** Conditions on media `m` besides words and dates. */
const ofMedia = (context: SqlContext) =>
  allOf(
    inScope(context, mediaInScope(context)),
    isTagged(context, 'm.id', 'tagged_media'),
    context.when('mediaType', `m.media_type = ${context.$('mediaType')}`),
    context.when('rights', `m.rights = ${context.$('rights')}`),
  );

const media = (context: SqlContext): Kind => ({
  from: 'media m',
  id: 'm.id',
  where: allOf(
    context.when('text', `m.id in (${mediaMatching(context.$('text'))})`),
    notExcluded(context, 'm.search'),
    context.when(
      'dateFrom',
      `m.id in (
        select m.id from media m where ${isDated(context.$('dateFrom'), context.$('dateTo'))}
        union select m.id from media m where m.search @@ ${datePhrase(context)})`,
    ),
    ofMedia(context),
  ),
  titled: titleMatches(context, 'm.search'),
  exact: isNamed(context, 'm.title'),
  rank: rank(context, 'm.search'),
  day: 'm.day',
});

const albums = (context: SqlContext): Kind => ({
  from: 'album a join voyage v on v.id = a.voyage_id',
  id: 'a.id',
  where: allOf(
    context.when('text', `a.search @@ ${context.$('text')}`),
    notExcluded(context, 'a.search'),
    context.when('dateFrom', `(${isInDateRange(context)} or a.search @@ ${datePhrase(context)})`),
    inScope(context, 'a.voyage_id in (select id from scope)'),
    context.when(
      'tags',
      `a.id in (${havingTags(context, [
        `select t.tag, e.album_id from tagged_media t join album_media e on e.media_id = t.id`,
      ])})`,
    ),
    notOfMedia(context),
  ),
  titled: titleMatches(context, 'a.search'),
  exact: isNamed(context, 'a.title'),
  rank: rank(context, 'a.search'),
  day: 'v.start_day',
});

/** Whether the text of a page `f` matches: the words, and those of a date. */
const pageMatches = (context: SqlContext) =>
  allOf(
    context.when('text', `f.search @@ ${context.$('text')}`),
    context.when('dateText', `f.search @@ ${datePhrase(context)}`),
    notExcluded(context, 'f.search'),
  );

/** Files with a page that matches. */
const texts = (context: SqlContext): Kind => ({
  from: `(
    select f.media_id, max(${rank(context, 'f.search')}) rank from (
      select f.media_id, f.search from file_page f where ${pageMatches(context)} limit ${MAX_PAGES}) f
    group by f.media_id) t join media m on m.id = t.media_id`,
  id: 't.media_id',
  where:
    context.hasValue('files') && (context.hasValue('text') || context.hasValue('dateText'))
      ? ofMedia(context)
      : 'false',
  titled: 'false',
  exact: 'false',
  rank: 't.rank',
  day: 'm.day',
});

const KINDS: Record<SearchHit['kind'], (context: SqlContext) => Kind> = {
  voyage: voyages,
  person: people,
  media,
  album: albums,
  text: texts,
};

/** The matches of all kinds. */
const allMatches = (context: SqlContext, columns: (kind: Kind) => string) =>
  Object.entries(KINDS)
    .map(([name, kindOf]) => {
      const kind = kindOf(context);
      return `(select '${name}' kind, ${columns(kind)} from ${kind.from} where ${kind.where} limit ${COUNTED})`;
    })
    .join(' union all ');

/**
 * SQL for the part of a text that the excerpt comes from: around the first match, as plain text without Markdown and match marks.
 * Highlighting takes time that grows with the square of the text, so it must never see a long one.
 *
 * @param beginning SQL of a regular expression for the first match
 */
const excerptAroundMatch = (text: string, beginning: string) => `
  regexp_replace(regexp_replace(
    substr(${text}, greatest(1, coalesce(regexp_instr(fold(left(${text}, 100000)), nullif(${beginning}, '')), 0) - 300), 3000),
    '!?\\[([^]]*)\\]\\([^)]*\\)', '\\1', 'g'), '[*#>\`${MATCH_START}${MATCH_END}]+', '', 'g')`;

const voyageTexts = ({ $ }: SqlContext) =>
  Object.entries(fieldsWith(voyageFields, 'documentLabel'))
    .map(([name, field]) => ('internal' in field ? `case when ${$('notes')} then v.${name} end` : `v.${name}`))
    .join(', ');

const ATTRIBUTE_LABELS = EDITABLE_ATTRIBUTES.map(
  (name) => `case when v.${name} then '${voyageFields[name].label}' end`,
).join(', ');

const voyageText = (
  context: SqlContext,
) => `concat_ws(' · ', nullif(concat_ws(' – ', v.start_location, v.end_location), ''), (
    select string_agg(concat_ws(' ', l.title, concat_ws(', ', p.full_name, l.capacity_role)), '; ' order by l.sort_order)
    from passenger l join person p on p.id = l.person_id where l.voyage_id = v.id),
  v.foreign_leader_country, v.royalty_details, v.additional_guests, ${voyageTexts(context)}, (
    select string_agg(s.item ->> 'spin', ' · ') from jsonb_array_elements(v.spin) s(item)), (
    select string_agg(coalesce(s.item ->> 'title', s.item ->> 'url'), ' · ')
    from jsonb_array_elements(v.source_urls || v.additional_sources) s(item)), nullif(concat_ws(', ', ${ATTRIBUTE_LABELS}), ''), (
    select string_agg(concat_ws(', ', a.title, a.description), ' · ') from album a where a.voyage_id = v.id), (
    select string_agg(concat_ws(', ', m.title, m.credit, m.description_markdown, m.alt_text, words_of(m.tags)), ' · ')
    from voyage_media l join media m on m.id = l.media_id where l.voyage_id = v.id))`;

/** The searched text fields of a row, without those that a result shows anyway. */
const searched = ({ $ }: SqlContext, row: string, fields: Fields, shownFields: readonly string[]) =>
  namesOf(fieldsWith(fields, 'search') as Fields)
    .filter((name) => !shownFields.includes(name))
    .map((name) => {
      const { column, internal } = fields[name] ?? {};
      const text = column === 'text[]' ? `nullif(array_to_string(${row}.${name}, ', '), '')` : `${row}.${name}`;
      return internal ? `case when ${$('notes')} then ${text} end` : text;
    })
    .join(', ');

const personText = (context: SqlContext) => `concat_ws(' · ', ${searched(context, 'p', personFields, ['full_name'])}, (
    select string_agg(distinct concat_ws(' ', l.title, l.capacity_role), '; ') from passenger l where l.person_id = p.id))`;

/** The name of the file and the albums explain a match, and are left out otherwise. */
const mediaText = (context: SqlContext) => `concat_ws(' · ', ${searched(context, 'm', mediaFields, ['title', 'date'])},
  case when to_tsvector('archive', file_words(coalesce(m.storage_key, m.external_url))) @@ ${context.$('text')}
    then regexp_replace(coalesce(m.storage_key, m.external_url), '^.*/', '') end, (
    select string_agg(a.title, ' · ') from album_media e join album a on a.id = e.album_id where e.media_id = m.id and a.search @@ ${context.$('text')}))`;

const thumbnailOf = (condition: string) => `
  (select media_url(face.storage_key) from derivative face join media m on m.id = face.media_id
    where face.kind = 'thumbnail' and face.state = 'ready' and ${condition} limit 1)`;

const VOYAGE_PICTURE = `
  (select media_url(face.storage_key) from voyage_media link join media m on m.id = link.media_id
    join derivative face on face.media_id = m.id and face.kind = 'thumbnail' and face.state = 'ready'
    where link.voyage_id = v.id order by m.media_type <> 'image', link.media_category = 'additional_source', link.sort_order limit 1)`;

const HEADLINE = `MaxFragments=2, MinWords=6, MaxWords=22, FragmentDelimiter=" … ", StartSel="${MATCH_START}", StopSel="${MATCH_END}"`;
/** Characters at the ends of a text that tell whether an excerpt is cut. */
const END = 80;
const WHOLE = `HighlightAll=true, StartSel="${MATCH_START}", StopSel="${MATCH_END}"`;
/** What is highlighted: the words, and otherwise those of the date. */
const highlightQuery = (context: SqlContext) => `coalesce(${context.$('text')}, ${datePhrase(context)}, ''::tsquery)`;

const highlighted = (context: SqlContext, text: string, options: string) =>
  `ts_headline('archive', ${text}, ${highlightQuery(context)}, '${options}')`;

/** The search, then the kinds, the sort, limit, offset, and a regular expression for the first match. */
export const FIND = filteredStatement(
  'search-find',
  TABLE,
  ({ variantKey, parameter }) => {
    const context = contextOf(variantKey);
    return `with ${parameterTypes(context)}, ${taggedRecords(context)} ${scope(context)}, found as materialized (
    select * from (${allMatches(context, (kind) => `${kind.id} id, ${kind.titled} titled, ${kind.exact} exact, ${kind.rank} rank, ${kind.day} as day`)}) f
    where ${parameter(1)}::text[] is null or f.kind = any(${parameter(1)}::text[])),
  hit as (
    select f.*, row_number() over (order by
      case when ${parameter(2)}::text = 'newest' then f.day end desc nulls last, case when ${parameter(2)}::text = 'oldest' then f.day end nulls last,
      f.kind = 'text', f.exact desc, f.titled desc, f.rank desc, f.kind desc, f.id) place
    from found f order by place limit ${parameter(3)}::int offset ${parameter(4)}::int),
  counted as (select kind, count(*) total from found group by kind)
  select hit.kind, shown.slug, shown.title, ${highlighted(context, `translate(shown.title, '${MATCH_START}${MATCH_END}', '')`, WHOLE)} title_excerpt,
    shown.date, shown.end_date, shown.words, shown.voyage_slug, shown.media_type, shown.url, shown.page, shown.thumbnail_url,
    ${highlighted(context, 'part.text', HEADLINE)} excerpt, left(part.text, ${END}) as first, right(part.text, ${END}) as last,
    (select sum(least(total, ${MAX_RANKED})) from counted)::int total, (select bool_or(total > ${MAX_RANKED}) from counted) more
  from hit cross join lateral (
    select v.slug, v.title, v.start_date date, v.end_date, owner.full_name words, null voyage_slug, null media_type, null url, null::int page,
      ${VOYAGE_PICTURE} thumbnail_url, ${voyageText(context)} text
      from voyage v left join person owner on owner.id = v.president_id where hit.kind = 'voyage' and v.id = hit.id
    union all
    select p.slug, p.full_name, null, null, nullif(concat_ws(', ', p.role_title, p.organization), ''), null, null, null, null,
      ${thumbnailOf('m.slug = p.portrait')}, ${personText(context)}
      from person p where hit.kind = 'person' and p.id = hit.id
    union all
    select m.slug, m.title, m.date, null, null, null, m.media_type, coalesce(media_url(m.storage_key), m.external_url), null,
      ${thumbnailOf('face.media_id = hit.id')}, ${mediaText(context)}
      from media m where hit.kind = 'media' and m.id = hit.id
    union all
    select a.slug, a.title, v.start_date, v.end_date, v.title, v.slug, null, null, null,
      (select media_url(face.storage_key) from album_media e
        join derivative face on face.media_id = e.media_id and face.kind = 'thumbnail' and face.state = 'ready'
        where e.album_id = a.id order by e.sort_order limit 1), concat_ws(' · ', a.description, (
        select string_agg(m.title, ' · ' order by e.sort_order) from album_media e join media m on m.id = e.media_id where e.album_id = a.id))
      from album a join voyage v on v.id = a.voyage_id where hit.kind = 'album' and a.id = hit.id
    union all
    select m.slug, m.title, m.date, null, null, null, m.media_type, coalesce(media_url(m.storage_key), m.external_url), t.page,
      ${thumbnailOf('face.media_id = hit.id')}, t.text
      from media m cross join lateral (
        select f.page, coalesce(f.corrected, f.text) as text from file_page f where f.media_id = m.id and ${pageMatches(context)}
        order by ${rank(context, 'f.search')} desc, f.page limit 1) t
      where hit.kind = 'text' and m.id = hit.id) shown
  cross join lateral (select ${excerptAroundMatch('shown.text', `${parameter(5)}::text`)} text offset 0) part
  order by hit.place`;
  },
  {
    kind: col.text.as<SearchHit['kind']>(),
    slug: col.text,
    title: col.text,
    title_excerpt: col.text,
    date: col.text.nullable(),
    end_date: col.text.nullable(),
    words: col.text.nullable(),
    voyage_slug: col.text.nullable(),
    media_type: col.text.nullable(),
    url: col.text.nullable(),
    page: col.int.nullable(),
    thumbnail_url: col.text.nullable(),
    excerpt: col.text,
    first: col.text,
    last: col.text,
    total: col.int,
    more: col.bool,
  },
  { prepare: false },
);

/** Kinds of records with a list of their own. */
export const LISTED_KINDS = ['voyage', 'person', 'media'] as const;
export type ListedKind = (typeof LISTED_KINDS)[number];

/** Ids of all records of a kind that prefixes and filters select. */
export const SELECTED = statementsFor(LISTED_KINDS, (kind) =>
  filteredStatement(
    `search-selected-${kind}`,
    TABLE,
    ({ variantKey }) => {
      const context = contextOf(variantKey, { isLimited: false });
      const { from, id, where } = KINDS[kind](context);
      return `with ${parameterTypes(context)}, ${taggedRecords(context)} ${scope(context)} select array(select ${id} from ${from} where ${where}) ids`;
    },
    { ids: col.array(col.int) },
    { prepare: false },
  ),
);

/** $1 a query of names. */
export const PEOPLE_NAMED = statement(
  'search-people-named',
  `select array(select n.id from (${peopleNamed('$1::tsquery')} union select p.id from person p where p.slug = $2) n(id)) people`,
  { people: col.array(col.int) },
);

const MAX_VALUES = 12;
/** Results, and voyages of them, that are looked at when there are more results than are counted exactly. */
const MAX_SAMPLE = 400;
const MAX_LINKS = 1500;
/** The limit if there are too many results. */
const ifTooMany = (limit: number, otherwise: string) =>
  `case when (select count(*) from found) > ${MAX_RANKED} then ${limit} else ${otherwise} end`;

/** The most frequent values of a facet. `pairs` selects the number of a result `no` and a `value`; a pair counts once. */
const facet = (name: string, pairs: string, limit: number | null = MAX_VALUES) => `
  (select '${name}' facet, value::text, value::text as label, count(*) count
    from (select distinct no, value from (${pairs}) source(no, value) where value is not null) pair
    group by value order by count(*) desc, value limit ${limit})`;

/** The same for people, whose ids are counted. */
const facetOfPeople = (name: string, pairs: string) => `
  (select top.facet, p.slug, p.full_name, top.count from ${facet(name, pairs)} top join person p on p.id = top.value::int)`;

const FACETS = [
  facetOfPeople('president', 'select no, president_id from fact union all select no, president_id from described'),
  facet('decade', `select no, floor(extract(year from day) / 10)::int || '0' from fact`, null),
  facet('year', `select no, extract(year from day)::int from fact`, null),
  facetOfPeople('person', 'select no, person_id from aboard'),
  facet('place', 'select no, start_location from fact union all select no, end_location from fact'),
  facet('role', 'select no, capacity_role from aboard'),
  facet('has_photo', `select no, '1' from fact where photographed`),
  facet(
    'tag',
    `select no, unnest(tags) from described
    union all select h.no, unnest(p.tags) from hit h join person p on p.id = h.id where h.kind = 'person'`,
  ),
  facet('media_type', 'select no, media_type from described'),
  facet('rights', 'select no, rights from described'),
];

/** One pass over the results for all attributes. */
const ATTRIBUTE_FACET = `
  select 'attribute', a.name, a.name, a.count from (
    select ${EDITABLE_ATTRIBUTES.map((name) => `count(*) filter (where ${name}) ${name}`).join(', ')}
    from (select ${EDITABLE_ATTRIBUTES.map((name) => `bool_or(${name}) ${name}`).join(', ')} from fact group by no) result) total
  cross join lateral (values ${EDITABLE_ATTRIBUTES.map((name) => `('${name}', total.${name})`).join(', ')}) a(name, count)
  where a.count > 0`;

/**
 * Counts of the results by kind, and of those of the kinds in the last parameter by filter. Results are linked to voyages, whose facts are
 * counted. Of more than `MAX_RANKED` results, some of each kind are counted, so that the time has a limit.
 */
export const OVERVIEW = filteredStatement(
  'search-overview',
  TABLE,
  ({ variantKey, parameter }) => {
    const context = contextOf(variantKey);
    return `with ${parameterTypes(context)}, ${taggedRecords(context)} ${scope(context)}, match as materialized (${allMatches(context, (kind) => `${kind.id} id, ${kind.day} as day`)}),
  found as materialized (select f.*, row_number() over (partition by f.kind) place from match f where f.kind = any(${parameter(1)}::text[])),
  hit as materialized (
    select row_number() over () as no, h.kind, h.id, h.day from (select f.* from found f order by f.place limit ${ifTooMany(MAX_SAMPLE, `${MAX_RANKED}`)}) h),
  link as materialized (
    select * from (
      select h.no, h.id voyage_id, h.day from hit h where h.kind = 'voyage'
      union all select h.no, a.voyage_id, h.day from hit h join album a on a.id = h.id where h.kind = 'album'
      union all select h.no, l.voyage_id, h.day from hit h left join voyage_media l on l.media_id = h.id where h.kind in ('media', 'text')
      union all select h.no, a.voyage_id, h.day from hit h join album_media e on e.media_id = h.id join album a on a.id = e.album_id
        where h.kind in ('media', 'text')
      union all select h.no, l.voyage_id, h.day from hit h join passenger l on l.person_id = h.id where h.kind = 'person') linked
    limit ${ifTooMany(MAX_LINKS, 'null')}),
  fact as materialized (
    select l.no, coalesce(l.day, v.start_day) as day, v.president_id, v.start_location, v.end_location, v.has_photo photographed,
      ${EDITABLE_ATTRIBUTES.map((name) => `v.${name}`).join(', ')}
    from link l left join voyage v on v.id = l.voyage_id),
  aboard as materialized (select l.no, p.person_id, p.capacity_role from link l join passenger p on p.voyage_id = l.voyage_id),
  described as materialized (
    select h.no, m.president_id, m.tags, m.media_type, m.rights from hit h join media m on m.id = h.id where h.kind in ('media', 'text')),
  counted(facet, value, label, count) as (
    select 'kind', f.kind, f.kind, count(*) from match f group by f.kind
    union all select 'results', '', '', count(*) from found
    union all ${[...FACETS, ATTRIBUTE_FACET].join(' union all ')})
  select facet, json_agg(json_build_object('value', value, 'label', label, 'count', count) order by count desc, label) values
  from counted group by facet`;
  },
  { facet: col.text, values: col.json<SearchFacetValue[]>() },
  { prepare: false },
);

/** Places of voyages that match; at most so many voyages are looked at. */
const MAX_VOYAGES = 500;

export const PLACES_NAMED = statement(
  'search-places',
  `select place.name, count(*) voyages from (
    select v.id, v.start_location, v.end_location from voyage v
    where v.id in (select s.voyage_id from voyage_search s where s.document @@ $1::tsquery) limit ${MAX_VOYAGES}) v
  cross join lateral (select distinct name from (values (v.start_location), (v.end_location)) ends(name)) place
  where to_tsvector('archive', place.name) @@ $1::tsquery group by place.name order by voyages desc, place.name limit 3`,
  { name: col.text, voyages: col.int },
);
