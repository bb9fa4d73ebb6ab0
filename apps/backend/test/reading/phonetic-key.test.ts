// cspell:ignore Pfister Tschaikowsky aeiouy ßøжя ashcraft ckck хрущев
import { readFileSync } from 'node:fs';
import { normalizeName, phoneticKey, withoutUmlauts } from '@archive/voyage-document';
import { expect, test } from '@jest/globals';
import { Client } from 'pg';
import { aDatabase } from '../support/database.ts';

const ALPHABET = [...'aeiouyhwbfpvcgjkqsxzdtlmnrßøжя1'];

/** Words of the list of name pairs, words that are hard for Soundex, and random ones. */
function words(): string[] {
  const pairs = readFileSync(new URL('../fixtures/name-pairs.txt', import.meta.url), 'utf8');
  const written = normalizeName(pairs).split(/\s+/);
  const hard = [
    'pfister',
    'ashcraft',
    'tschaikowsky',
    'ccc',
    'whw',
    'aa',
    'c',
    'hhc',
    'ckck',
    'lloyd',
    'ng',
    'хрущев',
    '毛',
  ];
  let seed = 5;
  const random = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
  const made = Array.from({ length: 3000 }, () =>
    Array.from({ length: 1 + random(12) }, () => ALPHABET[random(ALPHABET.length)]).join(''),
  );
  return [...new Set([...written, ...hard, ...made])].filter((word) => word !== '' && word !== '|');
}

test('the database and the document library make the same forms of names', async () => {
  const { url } = await aDatabase();
  const client = new Client(url);
  await client.connect();
  const list = words();
  expect(list.length).toBeGreaterThan(3000);
  const { rows } = await client.query<{ word: string; key: string; plain: string }>(
    `select word, phonetic_key(word) "key", regexp_replace(word, '([aou])e(?!$)', '\\1', 'g') plain from unnest($1::text[]) word`,
    [list],
  );
  await client.end();
  expect(rows).toEqual(list.map((word) => ({ word, key: phoneticKey(word), plain: withoutUmlauts(word) })));
});
