import { readFileSync } from 'node:fs';
import { peopleOperations, personMergeOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aPerson } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { send } from '../writing/send.ts';

interface NamePair {
  isSame: boolean;
  names: [string, string];
  /** Whether the rules were written without looking at the results of this pair. */
  isHeldBack: boolean;
}

const readPairs = (): NamePair[] =>
  readFileSync(new URL('../fixtures/name-pairs.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line, index) => {
      const [label, left = '', right = ''] = line.split(' | ');
      return { isSame: label === 'same', names: [left, right], isHeldBack: index % 3 === 2 };
    });

const pairs = readPairs();
const MIN_RECALL = 0.95;
const MIN_PRECISION = 0.9;

let api: TestApi;
let browser: Browser;
const slugs = new Map<string, string>();

beforeAll(async () => {
  api = await startApi();
  browser = await api.signIn();
  for (const name of new Set(pairs.flatMap(({ names }) => names))) {
    const slug = `person-${slugs.size}`;
    slugs.set(name, slug);
    await aPerson(name).withSlug(slug).save(api.database);
  }
});
afterAll(() => api.close());

const keyOf = (left: string, right: string) => [left, right].toSorted().join(' ');

function measure(title: string, isFound: (pair: NamePair) => boolean) {
  const figuresOf = (measured: readonly NamePair[]) => {
    const found = measured.filter((pair) => isFound(pair));
    const correct = found.filter(({ isSame }) => isSame).length;
    return {
      recall: correct / measured.filter(({ isSame }) => isSame).length,
      precision: correct / found.length,
    };
  };
  const print = (group: string, { recall, precision }: ReturnType<typeof figuresOf>) =>
    process.stdout.write(`${title}, ${group}: recall ${recall.toFixed(3)}, precision ${precision.toFixed(3)}\n`);
  const all = figuresOf(pairs);
  print('all pairs', all);
  print('held-back third', figuresOf(pairs.filter(({ isHeldBack }) => isHeldBack)));
  if (process.env['SHOW_PAIRS'])
    for (const pair of pairs)
      if (!pair.isHeldBack && isFound(pair) !== pair.isSame)
        process.stdout.write(`  ${pair.isSame ? 'missed' : 'wrong'}: ${pair.names.join(' | ')}\n`);
  expect(all.recall).toBeGreaterThanOrEqual(MIN_RECALL);
  expect(all.precision).toBeGreaterThanOrEqual(MIN_PRECISION);
}

describe('pairs of names', () => {
  test('are possible duplicates if they mean one person', async () => {
    const found = new Set<string>();
    for (let offset = 0; ; offset += 200) {
      const { body } = await send(browser, personMergeOperations.duplicateCandidates, {
        query: { limit: 200, offset },
      });
      for (const { people } of body) found.add(keyOf(people[0]?.person_slug ?? '', people[1]?.person_slug ?? ''));
      if (body.length < 200) break;
    }
    measure('Possible duplicates', ({ names: [left, right] }) =>
      found.has(keyOf(slugs.get(left) ?? '', slugs.get(right) ?? '')),
    );
  });

  test('are possible duplicates of one person', async () => {
    const found = new Set<NamePair>();
    for (const pair of pairs) {
      const [left, right] = pair.names.map((name) => slugs.get(name) ?? '');
      const query = { person_slug: left ?? '', limit: 50 };
      const { body } = await send(browser, personMergeOperations.duplicateCandidates, { query });
      if (body.some(({ people }) => people.some(({ person_slug }) => person_slug === right))) found.add(pair);
    }
    measure('Duplicates of one person', (pair) => found.has(pair));
  });

  test('are offered before a person is created', async () => {
    const found = new Set<NamePair>();
    for (const pair of pairs) {
      const [left, right] = pair.names;
      const { body } = await send(browser, peopleOperations.candidates, { query: { full_name: left } });
      if (body.people.some(({ person_slug }) => person_slug === slugs.get(right))) found.add(pair);
    }
    measure('Check before creating', (pair) => found.has(pair));
  });
});
