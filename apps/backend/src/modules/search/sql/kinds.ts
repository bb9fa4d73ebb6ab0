import type { SearchHit } from '@archive/contracts';
import { mediaMatching, IN_DIRECTORY, peopleMatching } from '../matching.ts';
import { peopleNamed } from '../name-query.ts';
import { datePhrase, isDated, isInDateRange, ownersWithTags, isTagged } from './filters.ts';
import { albumsInScope, ofMedia } from './media-scope.ts';
import { allOf, anyOf, type SqlContext } from './parameters.ts';
import { isNamed, rank, titleMatches } from './hits.ts';
import { inScope, isOfVoyages } from './voyage-scope.ts';

/** Maximum number of matching pages to read. With more matching pages, the number of files isn't exact. */
const MAX_PAGES = 5000;

/** Parameters of searches without dates, excluded words and filters. */
const WORD_PARAMETERS = ['text', 'titles', 'terms', 'roleTerms', 'names', 'readsInternal', 'typed', 'files'] as const;

/** SQL to search records of one kind: the rows, and the expressions that rank them. */
export interface Kind {
  from: string;
  /** The part of `from` that the conditions read. */
  matchedIn?: string;
  id: string;
  /** Condition of the words of the query. */
  words: string;
  /** All other conditions: dates, excluded words and filters. */
  others: string;
  /** Condition of the best matches: all words are in the title or name. `false` if there can't be any. */
  titled: string;
  exact: string;
  rank: string;
  day: string;
}

const notExcluded = ({ $, when }: SqlContext, document: string) =>
  when('excluded', `not ${document} @@ ${$('excluded')}`);
const notOfMedia = ({ hasValue }: SqlContext) => (hasValue('mediaType') || hasValue('rights') ? 'false' : 'true');

/** Part of the voyages that tells whether a word is frequent. */
const SAMPLE = 'tablesample system (0.3) repeatable (1)';
/** With fewer voyages in the sample, all matches are found quickly. */
const MIN_SAMPLE = 100;

/** Whether the words match `s.document`. `is true` keeps the database from using the index. */
const voyageWords = ({ $, when, hasValue }: SqlContext, is = '') =>
  allOf(
    when('text', `(s.document @@ ${$('text')}) ${is}`),
    hasValue('readsInternal') ? 'true' : when('text', `(s.public is null or s.public @@ ${$('text')})`),
  );

/** The ids of voyages that match the words. An index returns all matches at once, so those of frequent words are read without it. */
function voyagesWithWords(context: SqlContext): string {
  const frequent = `(select count(*) > ${MIN_SAMPLE} and count(*) filter (where ${voyageWords(context, 'is true')}) * 10 > count(*)
    from voyage_search s ${SAMPLE})`;
  return `
    select s.voyage_id from voyage_search s where ${frequent} and ${voyageWords(context, 'is true')}
    union all select s.voyage_id from voyage_search s where not ${frequent} and ${voyageWords(context)}`;
}

const voyages = (context: SqlContext): Kind => ({
  from: `voyage_search s${context.hasValue('dateFrom') ? ' join voyage v on v.id = s.voyage_id' : ''}`,
  matchedIn: 'voyage_search s',
  id: 's.voyage_id',
  words: voyageWords(context),
  others: allOf(
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
      `s.voyage_id in (${ownersWithTags(context, [
        `select t.tag, l.voyage_id from tagged_media t join voyage_media l on l.media_id = t.id`,
        `select t.tag, l.voyage_id from tagged_person t join passenger l on l.person_id = t.id`,
      ])})`,
    ),
    notOfMedia(context),
  ),
  titled: anyOf(titleMatches(context, 's.document'), context.hasValue('dateFrom') ? isInDateRange(context) : 'false'),
  exact: isNamed(context, 's.voyage_id', 'voyage'),
  rank: rank(context, 's.document'),
  day: '(select v.start_day from voyage v where v.id = s.voyage_id)',
});

const peopleWithWords = ({ $ }: SqlContext) =>
  `${peopleMatching($('terms'), $('roleTerms'))} union ${peopleNamed($('names'))}`;

const people = (context: SqlContext): Kind => ({
  from: 'person p',
  id: 'p.id',
  words: context.when('text', `p.id in (${peopleWithWords(context)})`),
  others: allOf(
    notExcluded(context, 'p.search'),
    context.when('dateFrom', `p.search @@ ${datePhrase(context)}`),
    inScope(
      context,
      isOfVoyages(context, {
        voyages: 'scope',
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
  exact: isNamed(context, 'p.id', 'person', 'full_name'),
  rank: context.hasValue('text')
    ? `${rank(context, 'p.search')} + 0.05 * ln(1 + (select count(*) from passenger l where l.person_id = p.id))`
    : '0',
  day: 'null::date',
});

const media = (context: SqlContext): Kind => ({
  from: 'media m',
  id: 'm.id',
  words: context.when('text', `m.id in (${mediaMatching(context.$('text'))})`),
  others: allOf(
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
  exact: isNamed(context, 'm.id', 'media'),
  rank: rank(context, 'm.search'),
  day: 'm.day',
});

const albums = (context: SqlContext): Kind => ({
  from: 'album a left join voyage v on v.id = a.voyage_id',
  id: 'a.id',
  words: context.when('text', `a.search @@ ${context.$('text')}`),
  others: allOf(
    notExcluded(context, 'a.search'),
    context.when('dateFrom', `(${isInDateRange(context)} or a.search @@ ${datePhrase(context)})`),
    albumsInScope(context),
    context.when(
      'tags',
      `a.id in (${ownersWithTags(context, [
        `select t.tag, e.album_id from tagged_media t join album_media e on e.media_id = t.id`,
      ])})`,
    ),
    notOfMedia(context),
  ),
  titled: titleMatches(context, 'a.search'),
  exact: isNamed(context, 'a.id', 'album'),
  rank: rank(context, 'a.search'),
  day: 'v.start_day',
});

/** Whether the text of a page `f` matches the words of the query and of its date. */
const pageMatches = (context: SqlContext) =>
  allOf(
    context.when('text', `f.search @@ ${context.$('text')}`),
    context.when('dateText', `f.search @@ ${datePhrase(context)}`),
    notExcluded(context, 'f.search'),
  );

/** Files with at least one matching page. */
function texts(context: SqlContext): Kind {
  const pages = `select f.media_id, f.search from file_page f where ${pageMatches(context)} limit ${MAX_PAGES}`;
  const others = ofMedia(context);
  const files = (columns: string) =>
    `(select ${columns} from (${pages}) f group by f.media_id) t${others === 'true' ? '' : ' join media m on m.id = t.media_id'}`;
  return {
    from: files(`f.media_id, max(${rank(context, 'f.search')}) rank`),
    matchedIn: files('f.media_id'),
    id: 't.media_id',
    words: context.hasValue('files') && (context.hasValue('text') || context.hasValue('dateText')) ? 'true' : 'false',
    others,
    titled: 'false',
    exact: 'false',
    rank: 't.rank',
    day: '(select m.day from media m where m.id = t.media_id)',
  };
}

/** The ids of all matches of words alone. */
const WITH_WORDS: Partial<Record<SearchHit['kind'], (context: SqlContext) => string>> = {
  voyage: voyagesWithWords,
  person: (context) => `select p.id from (${peopleWithWords(context)}) p(id) where ${IN_DIRECTORY}`,
  media: ({ $ }) => mediaMatching($('text')),
};

export const KINDS: Record<SearchHit['kind'], (context: SqlContext) => Kind> = {
  voyage: voyages,
  person: people,
  media,
  album: albums,
  text: texts,
};

/** SQL for the ids of all matches of a kind. Without further conditions, some kinds needn't read their records. */
export function idsOf(context: SqlContext, name: SearchHit['kind']): string {
  const withWords = context.hasValue('text') && context.hasOnly(WORD_PARAMETERS) ? WITH_WORDS[name] : undefined;
  if (withWords) return withWords(context);
  const { id, from, matchedIn = from, words, others } = KINDS[name](context);
  return `select ${id} from ${matchedIn} where ${allOf(words, others)}`;
}
