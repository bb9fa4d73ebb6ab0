// cspell:ignore Adulyadej Bhumibol
import { readFileSync } from 'node:fs';
import { peopleOperations, personMergeOperations, searchOperations } from '@archive/contracts';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { aPerson } from '../builders/index.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { clearImports, ingest } from '../support/ingest.ts';
import { startWorker } from '../support/worker.ts';
import { send } from '../writing/send.ts';

/** A name as a document or a curator writes it, with what a librarian expects of it. */
interface ExpectedName {
  written: string;
  title: string;
  name: string;
  filed: string;
  address: string;
  /** Other spellings by which the person must be found. */
  spellings: string[];
  /** Parts of the name, which only searches find: too little to ask whether it is the same person. */
  parts: string[];
  /** A different person with a similar name. */
  other: string;
}

const PART = /^…/;
const names = readFileSync(new URL('../fixtures/hundred-names.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): ExpectedName => {
    const [written = '', title = '', name = '', filed = '', address = '', found = '', other = ''] = line
      .split('|')
      .map((cell) => cell.trim());
    const spellings = found.split('; ');
    return {
      written,
      title,
      name,
      filed,
      address,
      spellings: spellings.filter((text) => !PART.test(text)),
      parts: spellings.filter((text) => PART.test(text)).map((text) => text.replace(PART, '')),
      other,
    };
  });

const PLACES = [
  'Markdown',
  'CSV',
  'form',
  'filed',
  'address',
  'directory',
  'picker',
  'search',
  'suggest',
  'check',
  'duplicate',
];
/** What can't be right, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'King Bhumibol Adulyadej: check': 'three letters differ',
  'King Bhumibol Adulyadej: duplicate': 'three letters differ',
};

/** What is wrong, by name and place. */
const wrong = new Map<string, string>();
const note = (place: string, { name }: ExpectedName, problem: string | undefined) => {
  if (problem !== undefined) wrong.set(`${name}: ${place}`, problem);
};

let api: TestApi;
let worker: INestApplicationContext;
let curator: Browser;

beforeAll(async () => {
  api = await startApi();
  worker = await startWorker(api);
  curator = await api.signIn();
});
afterAll(async () => {
  await worker?.close();
  await api?.close();
  const marks = (name: string) =>
    PLACES.map((place) => (wrong.has(`${name}: ${place}`) ? '✗' : '✓').padEnd(10)).join('');
  const rows = names.map(({ name }) => `${name.padEnd(42)}${marks(name)}`);
  const head = `${''.padEnd(42)}${PLACES.map((place) => place.padEnd(10)).join('')}`;
  process.stdout.write([head, ...rows, ...[...wrong].map(([cell, problem]) => `${cell}: ${problem}`), ''].join('\n'));
});

const expectNoneWrongIn = (...places: string[]) => {
  const cells = [...wrong].filter(([cell]) => places.some((place) => cell.endsWith(`: ${place}`)));
  const known = Object.keys(EXCEPTIONS).filter((cell) => places.some((place) => cell.endsWith(`: ${place}`)));
  expect(
    cells.filter(([cell]) => !Object.hasOwn(EXCEPTIONS, cell)).map(([cell, problem]) => `${cell}: ${problem}`),
  ).toEqual([]);
  expect(cells.map(([cell]) => cell).toSorted()).toEqual(known.toSorted());
};

const dateOf = (index: number) => `${1700 + index}-06-01`;
const DOCUMENTS = {
  Markdown: names.map(({ written }, index) => `## ${dateOf(index)}: Trip\n\nPassengers: ${written}\n`).join('\n'),
  CSV: [
    'start_date,passengers',
    ...names.map(({ written }, index) => `${dateOf(index)},"${written.replaceAll('"', '""')}"`),
  ].join('\n'),
};

describe('names of many cultures', () => {
  test.each(Object.entries(DOCUMENTS))('are imported from %s', async (place, document) => {
    await clearImports(api);
    const filename = place === 'CSV' ? 'names.csv' : 'names.md';
    await ingest(curator, document, { filename });
    const { rows } = await api.database.pool.query<{ day: string; title: string; name: string; slug: string }>(
      `select v.start_date as day, coalesce(l.title, '') title, p.full_name name, p.slug
      from passenger l join voyage v on v.id = l.voyage_id join person p on p.id = l.person_id`,
    );
    const byDay = Map.groupBy(rows, ({ day }) => day);
    for (const [index, expected] of names.entries()) {
      const found = byDay.get(dateOf(index)) ?? [];
      const [person] = found;
      const isRight =
        found.length === 1 &&
        person?.name === expected.name &&
        person.title === expected.title &&
        person.slug === expected.address;
      note(place, expected, isRight ? undefined : JSON.stringify(found));
    }
    expectNoneWrongIn(place);
  });

  test('are split and filed as they are entered', async () => {
    await clearImports(api);
    for (const expected of names) {
      const query = { full_name: expected.written };
      const { body: typed } = await send(curator, peopleOperations.candidates, { query });
      const isSplit = typed.full_name === expected.name && (typed.title ?? '') === expected.title;
      note('form', expected, isSplit ? undefined : `${typed.title} + ${typed.full_name}`);
      const { body: person } = await send(curator, peopleOperations.create, { body: { full_name: expected.name } });
      note('filed', expected, person.filing_name === expected.filed ? undefined : person.filing_name);
      note('address', expected, person.person_slug === expected.address ? undefined : person.person_slug);
    }
    expectNoneWrongIn('form', 'filed', 'address');
  });

  test('are in the order of their headings in the directory', async () => {
    const { body } = await send(curator, peopleOperations.list, { query: { limit: 1000 } });
    const first = (slug = '') => slug.split('-')[0] ?? '';
    for (const expected of names) {
      const index = body.findIndex(({ person_slug }) => person_slug === expected.address);
      const [before, after] = [body[index - 1]?.person_slug, body[index + 1]?.person_slug];
      const isSorted =
        index >= 0 &&
        first(before) <= first(expected.address) &&
        (after === undefined || first(expected.address) <= first(after));
      note('directory', expected, isSorted ? undefined : `${before} < ${expected.address} < ${after}`);
    }
    expectNoneWrongIn('directory');
  });

  test('are found by other spellings', async () => {
    for (const expected of names) {
      const missing: Record<string, string[]> = { picker: [], search: [], suggest: [] };
      for (const q of [expected.name, ...expected.spellings, ...expected.parts]) {
        const query = { q };
        const [picked, hits, suggested] = await Promise.all([
          send(curator, peopleOperations.search, { query }),
          send(curator, searchOperations.all, { query }),
          send(curator, searchOperations.suggestions, { query }),
        ]);
        const isPerson = ({ kind, slug }: { kind: string; slug: string | null }) =>
          kind === 'person' && slug === expected.address;
        if (!picked.body.slice(0, 5).some(({ person_slug }) => person_slug === expected.address))
          missing['picker']?.push(q);
        if (!hits.body.some(isPerson)) missing['search']?.push(q);
        if (!suggested.body.some(isPerson)) missing['suggest']?.push(q);
      }
      for (const [place, texts] of Object.entries(missing))
        note(place, expected, texts.length === 0 ? undefined : texts.join('; '));
    }
    expectNoneWrongIn('picker', 'search', 'suggest');
  });

  test('are offered before a person is created, and no one else', async () => {
    for (const expected of names) {
      const isOffered = async (full_name: string) =>
        (await send(curator, peopleOperations.candidates, { query: { full_name } })).body.people.some(
          ({ person_slug, match }) => person_slug === expected.address && match !== 'surname',
        );
      const problems: string[] = [];
      for (const spelling of expected.spellings) if (!(await isOffered(spelling))) problems.push(`not ${spelling}`);
      if (await isOffered(expected.other)) problems.push(`also ${expected.other}`);
      note('check', expected, problems.length === 0 ? undefined : problems.join('; '));
    }
    expectNoneWrongIn('check');
  });

  test('are possible duplicates of other spellings, and of no one else', async () => {
    const slugs = new Map<string, string>();
    const save = async (name: string) => {
      const slug = `variant-${slugs.size}`;
      slugs.set(name, slug);
      await aPerson(name).withSlug(slug).save(api.database);
    };
    for (const { spellings, other } of names)
      for (const name of [...spellings, other]) if (!slugs.has(name)) await save(name);
    const pairs = new Set<string>();
    for (let offset = 0; ; offset += 200) {
      const { body } = await send(curator, personMergeOperations.duplicateCandidates, {
        query: { limit: 200, offset },
      });
      for (const { people } of body) {
        const [left, right] = people.map(({ person_slug }) => person_slug);
        pairs.add(`${left} ${right}`).add(`${right} ${left}`);
      }
      if (body.length < 200) break;
    }
    for (const expected of names) {
      const isPair = (name: string) => pairs.has(`${expected.address} ${slugs.get(name)}`);
      const problems = [
        ...expected.spellings.filter((spelling) => !isPair(spelling)).map((spelling) => `not ${spelling}`),
        ...(isPair(expected.other) ? [`also ${expected.other}`] : []),
      ];
      note('duplicate', expected, problems.length === 0 ? undefined : problems.join('; '));
    }
    expectNoneWrongIn('duplicate');
  });
});
