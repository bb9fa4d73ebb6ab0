import { mkdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowseResult } from '@archive/contracts';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';

/** Set `FOLDER_FILES=10000` to measure a large folder. */
const FILES = Number(process.env.FOLDER_FILES ?? 2100);
const BATCH_SIZE = 100;

let api: TestApi;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  curator = await api.signIn();
  const folder = path.join(api.config.dataDirectory, 'media', 'many');
  await mkdir(folder, { recursive: true });
  for (let index = 0; index < FILES; index += BATCH_SIZE)
    await Promise.all(
      Array.from({ length: Math.min(BATCH_SIZE, FILES - index) }, async (_, offset) => {
        const file = path.join(folder, `${index + offset}.jpg`);
        await writeFile(file, 'x');
        await utimes(file, 1000 + index + offset, 1000 + index + offset);
      }),
    );
  await api.database.pool.query(
    `insert into media (slug, title, media_type, storage_key, credit, date, description_markdown)
     select 'many-' || n, 'Print ' || n, 'image', 'many/' || n || '.jpg', 'National Archives', '1949-02', repeat('A sentence. ', 10)
     from generate_series(0, $1::int - 1) n where n % 10 <> 0`,
    [FILES],
  );
  await api.asOwner('analyze media');
});
afterAll(() => api.close());

test('lists a folder with thousands of files completely, newest first, with their records', async () => {
  const times: number[] = [];
  let body: BrowseResult | undefined;
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    const response = await curator.request('GET', '/api/s3/browse?prefix=many', {
      headers: { 'accept-encoding': 'br' },
    });
    body = (await response.json()) as BrowseResult;
    times.push(Math.round(performance.now() - startedAt));
  }
  if (process.env.FOLDER_FILES) process.stdout.write(`${FILES} files: ${times.join(', ')} ms\n`);
  expect(body?.total_items).toBe(FILES);
  expect(body?.files.map(({ name }) => name)).toEqual(
    Array.from({ length: FILES }, (_, index) => `${FILES - 1 - index}.jpg`),
  );
  expect(body?.files[0]).toMatchObject({
    media_slug: `many-${FILES - 1}`,
    credit: 'National Archives',
    date: '1949-02',
  });
  expect(body?.files.at(-1)).toMatchObject({ name: '0.jpg', media_slug: null, title: null });
});
