import type { SearchHit } from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { archiveDocument, ingest } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';
import { saveRankedMedia } from './ranking-archive.ts';
import { type ExpectedRanking, QUERIES, type Target, targetOf } from './ranking-queries.ts';

const MIN_QUERIES = 150;
const MIN_MEAN_RECIPROCAL_RANK = 0.95;
const TOP = 3;

let api: TestApi;
let browser: Browser;

beforeAll(async () => {
  api = await startApi();
  const worker = await startWorker(api);
  browser = await api.signIn();
  await ingest(browser, await archiveDocument());
  await worker.close();
  await saveRankedMedia(api.database);
}, 120_000);
afterAll(() => api.close());

interface RankingResult {
  query: string;
  reciprocal: number;
  /** How the result differs from the expectation. */
  problem: string;
}

const reciprocalOf = (index: number) => (index === -1 ? 0 : 1 / (index + 1));

async function rank(query: string, expected: Target | ExpectedRanking): Promise<RankingResult> {
  const { first = [], top = [], absent = [] } = typeof expected === 'string' ? { first: expected } : expected;
  const hits = await browser.json<SearchHit[]>(`/api/search?q=${encodeURIComponent(query)}&limit=100`);
  const results = hits.filter(({ match }) => match === 'words').map(targetOf);
  const indexOf = (target: Target) => results.indexOf(target);
  const isPresent = absent.filter((target) => indexOf(target) !== -1);
  const firsts = [first].flat();
  const best = Math.max(0, ...firsts.map((target) => reciprocalOf(indexOf(target))));
  const tops = top.map((target) => (indexOf(target) >= 0 && indexOf(target) < TOP ? 1 : reciprocalOf(indexOf(target))));
  const reciprocal = Math.min(firsts.length > 0 ? best : 1, ...tops);
  const problems = [
    ...(reciprocal < 1 ? [`expected ${[...firsts, ...top].join(' | ')}`] : []),
    ...(isPresent.length > 0 ? [`unexpected ${isPresent.join(' | ')}`] : []),
  ];
  const found = results.slice(0, 5).join(' | ') || 'nothing';
  return { query, reciprocal, problem: problems.length > 0 ? `${query}: ${problems.join(', ')}; found ${found}` : '' };
}

test('the search ranks what people look for first', async () => {
  expect(QUERIES.length).toBeGreaterThanOrEqual(MIN_QUERIES);
  const ranked: RankingResult[] = [];
  for (const [query, expected] of QUERIES) ranked.push(await rank(query, expected));
  const mean = ranked.reduce((sum, { reciprocal }) => sum + reciprocal, 0) / ranked.length;
  const problems = ranked.map(({ problem }) => problem).filter(Boolean);
  process.stdout.write(
    `Mean reciprocal rank of ${ranked.length} queries: ${mean.toFixed(3)}\n${problems.join('\n')}\n`,
  );
  expect(mean).toBeGreaterThanOrEqual(MIN_MEAN_RECIPROCAL_RANK);
  expect(problems.filter((problem) => problem.includes('unexpected'))).toEqual([]);
}, 120_000);
