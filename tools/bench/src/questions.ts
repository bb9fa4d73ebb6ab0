import type { ClientBase } from 'pg';
import { COMMON_WORD, RARE_WORD } from './generated-archive.ts';

/** One call asked of both servers: the same words in the address after another path. */
export interface Question {
  name: string;
  /** The least share of the limit's requests a second that the product has to reach; none where nothing is asked of it. */
  goal?: number;
  /** Its speed should not depend on the size of the archive. */
  grows?: boolean;
  product: string;
  limit: string;
  /** What follows the paths, one for each request. */
  asked: string[];
}

/** A number in [0, below), the same for the same `at` in every run. */
const drawn = (at: number, below: number) => (Math.imul(at + 1, 2_654_435_761) >>> 0) % below;

const ADDRESSES = 400;
const addresses = (address: (at: number) => string) => Array.from({ length: ADDRESSES }, (_, at) => address(at));

const listOf = (at: number, voyages: number) => {
  const year = 1926 + drawn(at, 20);
  const filters = [`date_from=${year}-01-01`, `date_to=${year + 25}-12-31`, 'presidential_use=1'].slice(0, at % 4);
  const offset = drawn(at, Math.max(1, Math.min(4, Math.floor(voyages / 200)))) * 50;
  return `?limit=50&offset=${offset}&${filters.join('&')}`;
};

/** What is asked at an ordinary size, with the goals for it. */
export async function everydayQuestions(client: ClientBase, voyages: number): Promise<Question[]> {
  const { rows } = await client.query<{ slug: string }>(
    'select slug from voyage order by hashint4extended(id, 7) limit $1',
    [ADDRESSES],
  );
  const words = ['river', 'piano', 'treaty', 'secretary', RARE_WORD.word, COMMON_WORD.word, 'wreath', 'salmon'];
  return [
    {
      name: 'list of 50',
      goal: 0.9,
      product: '/api/voyages',
      limit: 'voyages',
      asked: addresses((at) => listOf(at, voyages)),
    },
    {
      name: 'first page',
      grows: true,
      product: '/api/voyages',
      limit: 'voyages',
      // Many addresses, so that between two changes hardly any is asked twice.
      asked: addresses((at) => `?limit=50&offset=${at}`),
    },
    {
      name: 'voyage',
      goal: 0.85,
      grows: true,
      product: '/api/voyages',
      limit: 'voyages',
      asked: rows.map(({ slug }) => `/${slug}`),
    },
    {
      name: 'search, 50 rows',
      goal: 0.9,
      product: '/api/voyages',
      limit: 'search',
      asked: addresses((at) => `?q=${words[at % words.length]}&limit=50&offset=${drawn(at, 3) * 50}`),
    },
    {
      name: 'people, 500 rows',
      goal: 0.95,
      product: '/api/people',
      limit: 'people',
      asked: addresses((at) => `?limit=500&offset=${drawn(at, 200)}`),
    },
  ];
}

export interface LargeQuestion extends Omit<Question, 'goal'> {
  /** How many times the limit's requests a second the product has to reach. */
  times: number;
}

/** What grows slow in a large archive when it is done the usual way. */
export const largeQuestions = (voyages: number): LargeQuestion[] => {
  const page = (from: number) => addresses((at) => `?limit=50&offset=${from - at}`);
  const search = (word: string) => addresses((at) => `?q=${word}&limit=50&offset=${at}&sort=-date`);
  const one = { product: '/api/voyages', limit: 'voyages' };
  return [
    { name: 'last page', times: 10, ...one, asked: page(voyages - 50) },
    { name: 'middle page', times: 10, ...one, asked: page(Math.floor(voyages / 100) * 50) },
    {
      name: `word of ${RARE_WORD.percent} %`,
      times: 4,
      product: '/api/voyages',
      limit: 'ranked',
      asked: search(RARE_WORD.word),
    },
    {
      name: `word of ${COMMON_WORD.percent} %`,
      times: 30,
      product: '/api/voyages',
      limit: 'ranked',
      asked: search(COMMON_WORD.word),
    },
  ];
};
