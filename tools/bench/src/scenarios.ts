import type { ClientBase } from 'pg';
import { COMMON_WORD, RARE_WORD } from './generated-archive.ts';

/** One operation sent to both servers: the same query under different paths. */
export interface Scenario {
  name: string;
  /** The minimum share of the baseline's requests per second; undefined without a goal. */
  goal?: number;
  /** Measured at every size, because its speed should not depend on the size of the archive. */
  compareSizes?: boolean;
  product: string;
  baseline: string;
  /** What follows the path, one entry for each request. */
  requests: string[];
}

/** A number in [0, limit), the same for the same `index` in every run. */
const pseudoRandom = (index: number, limit: number) => (Math.imul(index + 1, 2_654_435_761) >>> 0) % limit;

const REQUEST_COUNT = 400;
const repeat = (address: (index: number) => string) =>
  Array.from({ length: REQUEST_COUNT }, (_, index) => address(index));

const listOf = (index: number, voyages: number) => {
  const year = 1926 + pseudoRandom(index, 20);
  const filters = [`date_from=${year}-01-01`, `date_to=${year + 25}-12-31`, 'presidential_use=1'].slice(0, index % 4);
  const offset = pseudoRandom(index, Math.max(1, Math.min(4, Math.floor(voyages / 200)))) * 50;
  return `?limit=50&offset=${offset}&${filters.join('&')}`;
};

/** The scenarios of an ordinary size, with their goals. */
export async function ordinaryScenarios(client: ClientBase, voyages: number): Promise<Scenario[]> {
  const { rows } = await client.query<{ slug: string }>(
    'select slug from voyage order by hashint4extended(id, 7) limit $1',
    [REQUEST_COUNT],
  );
  const words = ['river', 'piano', 'treaty', 'secretary', RARE_WORD.word, COMMON_WORD.word, 'wreath', 'salmon'];
  return [
    {
      name: 'list of 50',
      goal: 0.9,
      product: '/api/voyages',
      baseline: 'voyages',
      requests: repeat((index) => listOf(index, voyages)),
    },
    {
      name: 'first page',
      compareSizes: true,
      product: '/api/voyages',
      baseline: 'voyages',
      // Many URLs, so that hardly any is requested twice between two writes.
      requests: repeat((index) => `?limit=50&offset=${index}`),
    },
    {
      name: 'voyage',
      goal: 0.85,
      compareSizes: true,
      product: '/api/voyages',
      baseline: 'voyages',
      requests: rows.map(({ slug }) => `/${slug}`),
    },
    {
      name: 'search, 50 rows',
      goal: 0.9,
      product: '/api/voyages',
      baseline: 'search',
      requests: repeat((index) => `?q=${words[index % words.length]}&limit=50&offset=${pseudoRandom(index, 3) * 50}`),
    },
    {
      name: 'people, 500 rows',
      goal: 0.95,
      product: '/api/people',
      baseline: 'people',
      requests: repeat((index) => `?limit=500&offset=${pseudoRandom(index, 200)}`),
    },
  ];
}

export interface LargeScenario extends Omit<Scenario, 'goal'> {
  /** How many times the baseline's requests per second the product must reach; undefined without a goal. */
  goalRatio?: number;
  /** The longest median of the product's responses, in milliseconds; undefined without a goal. */
  goalMedian?: number;
  /** Number of simultaneous requests, if not one. */
  connections?: number;
  /** A second operation that a page requests at the same time: paths of the product and of the baseline. */
  alongside?: { product: string; baseline: string };
}

/** Operations that become slow in a large archive with the usual implementation. */
export const largeScenarios = (voyages: number): LargeScenario[] => {
  const page = (from: number) => repeat((index) => `?limit=50&offset=${from - index}`);
  const search = (word: string) => repeat((index) => `?q=${word}&limit=50&offset=${index}&sort=-date`);
  const shared = { product: '/api/voyages', baseline: 'voyages' };
  return [
    { name: 'last page', goalRatio: 10, ...shared, requests: page(voyages - 50) },
    { name: 'middle page', goalRatio: 10, ...shared, requests: page(Math.floor(voyages / 100) * 50) },
    {
      name: `word of ${RARE_WORD.percent} %`,
      goalRatio: 4,
      product: '/api/voyages',
      baseline: 'ranked',
      requests: search(RARE_WORD.word),
    },
    {
      name: `word of ${COMMON_WORD.percent} %`,
      goalRatio: 30,
      product: '/api/voyages',
      baseline: 'ranked',
      requests: search(COMMON_WORD.word),
    },
  ];
};

/**
 * Searches with filters, as readers make them: words of all frequencies, unfinished ones, names, dates, prefixes, and every kind of
 * filter, alone and together. Half of them have more than 1,000 results, and some tens of thousands.
 */
const FILTERED_SEARCHES = [
  `q=${COMMON_WORD.word}`,
  `q=${RARE_WORD.word}`,
  'q=piano',
  'q=piano+salmon',
  'q=pia',
  'q=r',
  'q=kate+hollis',
  'q=1943',
  'q=April+1943',
  'q=summer+1946',
  'q=1940s&attribute=mention_menu',
  'q=person:anna',
  'q=president:truman+river',
  'president=eisenhower-dwight-d',
  'president=eisenhower-dwight-d&q=piano',
  'president=eisenhower-dwight-d&attribute=mention_menu',
  'from=1940&to=1949',
  'from=1945&to=1945',
  'place=Quantico',
  'place=Quantico&attribute=mention_menu&q=toast',
  'person=seeded-11',
  'tag=river',
  'media_type=image',
  'has_photo=1',
  'role=Captain+Records',
  'kind=voyage',
  'kind=person&q=p',
];
/** Goal for the median of filtered searches, in milliseconds. */
const MEDIAN_OF_FILTERED = 150;

/** Goals for searches: the minimum share of the baseline's requests per second, and in a large archive the longest median, in milliseconds. */
const SEARCH_SHARE = 0.5;
const SUGGESTIONS_MEDIAN = 20;
const RESULTS_MEDIAN = 60;

/**
 * Searches as readers type them. The baseline runs a plain statement for the same ranked result, without dates, prefixes and filters. Of a
 * large archive, only the time until a response counts.
 */
export function searchScenarios(isLarge: boolean, connectionCounts: readonly number[]): LargeScenario[] {
  const words = ['river', 'piano', 'treaty', 'secretary', RARE_WORD.word, 'wreath', 'salmon', 'budget'];
  const suggestions = { name: 'suggestions', product: '/api/search/suggestions', baseline: 'suggestions' };
  const results = { name: 'search', product: '/api/search', baseline: 'found' };
  const facets = { name: 'facets of words', product: '/api/search/overview', baseline: 'facets' };
  if (isLarge) {
    const requests = words.map((word) => `?q=${word}`);
    return [
      { ...suggestions, goalMedian: SUGGESTIONS_MEDIAN, requests },
      { ...results, name: 'results with facets', goalMedian: RESULTS_MEDIAN, alongside: facets, requests },
    ];
  }
  const search = (filters: string) => repeat((index) => `?q=${words[index % words.length]}${filters}`);
  const rated = [
    { ...suggestions, requests: search('') },
    { ...results, requests: search('') },
    { ...facets, requests: search('') },
    { name: 'text of files', product: '/api/search', baseline: 'texts', requests: search('&kind=text') },
  ];
  return [
    ...rated.flatMap((scenario) =>
      connectionCounts.map((connections) => ({
        ...scenario,
        name: `${scenario.name}, ${connections} conn.`,
        connections,
        goalRatio: SEARCH_SHARE,
      })),
    ),
    {
      ...facets,
      name: 'facets, all searches',
      goalMedian: MEDIAN_OF_FILTERED,
      requests: FILTERED_SEARCHES.map((filtered) => `?${filtered}`),
    },
  ];
}
