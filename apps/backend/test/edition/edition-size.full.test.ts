import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { editionOperations } from '@archive/contracts';
import { Storage } from '../../src/modules/storage/index.ts';
import { startApi } from '../support/api.ts';
import { waitUntil } from '../support/wait-until.ts';
import { spawnWorker } from '../support/worker.ts';
import { send } from '../writing/send.ts';

/**
 * Set to 5000 to check the speed and the memory as well, which a small archive can't show. That run needs the built worker (`npx nx build
 * @archive/backend`), because compiling at runtime takes another 100 MB.
 */
const VOYAGES = Number(process.env.EDITION_VOYAGES ?? 100);
const IS_WHOLE = process.env.EDITION_VOYAGES !== undefined;
const PEOPLE = Math.round(VOYAGES * 0.6);
const MAX_SECONDS = { whole: 60, one: 5 };
/** Files of an edition that differs by a voyage: its page, those that name it, lists, data, and the search, whose records are in order of titles. */
const MAX_WRITTEN = 150;
const MAX_MEGABYTES = 400;
/** Memory limits of the worker, as in `npm start`. */
const MEMORY_FLAGS = '--max-semi-space-size=8 --max-old-space-size=1024';
const PICTURE_BYTES = 12_000;

const peakOf = (pid: number) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024;

test('a large edition is published quickly, and one that differs by a voyage at once', async () => {
  const own = await startApi();
  const browser = await own.signIn();
  const { pool } = own.database;
  try {
    await pool.query(
      `insert into person (slug, full_name, birth_year) select 'p' || n, 'Ada Person ' || n, 1900 from generate_series(1, $1::int) n`,
      [PEOPLE],
    );
    await pool.query(
      `insert into voyage (slug, title, start_date, start_location, summary_markdown)
      select 'v' || n, 'Voyage ' || n, (date '1920-01-01' + n * 7 % 20000)::text, 'Washington, D.C.', repeat('A *calm* evening on the river, and dinner for twelve. ', 30)
      from generate_series(1, $1::int) n`,
      [VOYAGES],
    );
    await pool.query(
      `insert into passenger (voyage_id, person_id, sort_order)
      select v.id, p.id, k from voyage v cross join generate_series(1, 6) k join person p on p.slug = 'p' || (1 + (substr(v.slug, 2)::int * 7 + k * 13) % $1::int)`,
      [PEOPLE],
    );
    await pool.query(
      `insert into media (slug, title, media_type, storage_key, rights, alt_text)
      select 'm' || n, 'Picture ' || n, 'image', 'unattached/image/m' || n || '.jpg', 'https://creativecommons.org/publicdomain/mark/1.0/', 'At the rail'
      from generate_series(1, $1::int) n`,
      [VOYAGES],
    );
    await pool.query(
      `insert into voyage_media (voyage_id, media_id, sort_order) select v.id, m.id, 1 from voyage v join media m on m.slug = 'm' || substr(v.slug, 2)`,
    );
    await pool.query(
      `insert into derivative (media_id, kind, state, storage_key, content_type, width, height)
      select m.id, kind, 'ready', '_derivatives/' || m.slug || '-' || kind || '.webp', 'image/webp', 320, 240
      from media m cross join unnest(array['thumbnail', 'large']) kind`,
    );
    const storage = own.app.get(Storage);
    for (let number = 1; number <= VOYAGES; number += 1)
      for (const kind of ['thumbnail', 'large'])
        await storage.put(
          `_derivatives/m${number}-${kind}.webp`,
          Buffer.alloc(PICTURE_BYTES, `${number} ${kind} `),
          'image/webp',
        );
    await pool.query('analyze');
    const worker = await spawnWorker(
      own,
      IS_WHOLE ? { entry: 'dist/worker.js', environment: { NODE_OPTIONS: MEMORY_FLAGS } } : {},
    );
    const publish = async () => {
      const startedAt = performance.now();
      await send(browser, editionOperations.publish, {});
      await waitUntil(async () => {
        const { body } = await send(browser, editionOperations.status, {});
        expect(body.editions[0]?.state).not.toBe('failed');
        return body.editions[0]?.state === 'completed';
      }, 300_000);
      return (performance.now() - startedAt) / 1000;
    };
    const whole = await publish();
    await pool.query(`update voyage set title = 'After', version = version + 1 where slug = 'v100'`);
    const one = await publish();
    const megabytes = peakOf(worker.pid);
    const page = await own.visitor().get('/edition/voyages/v100.html');
    expect(await page.text()).toContain('<h1>After</h1>');
    await worker.stop();
    const [latest] = (await send(browser, editionOperations.status, {})).body.editions;
    expect(latest?.counts?.written).toBeLessThan(MAX_WRITTEN);
    expect(latest?.counts?.files).toBeGreaterThan(4 * VOYAGES);
    if (!IS_WHOLE) return;
    process.stdout.write(`whole ${whole.toFixed(1)} s, one voyage ${one.toFixed(1)} s, ${megabytes.toFixed(0)} MB\n`);
    expect(whole).toBeLessThan(MAX_SECONDS.whole);
    expect(one).toBeLessThan(MAX_SECONDS.one);
    expect(megabytes).toBeLessThan(MAX_MEGABYTES);
  } finally {
    await own.close();
  }
});
