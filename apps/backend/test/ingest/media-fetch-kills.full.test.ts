import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { NestLog } from '../../src/common/index.ts';
import { aPng } from '../builders/files.ts';
import { type TestApi, startApi } from '../support/api.ts';
import { waitUntil } from '../support/wait-until.ts';
import { filesBelow } from '../support/files-below.ts';
import { type FileServer, startFileServer } from '../support/file-server.ts';
import { hasEnded, reportOf, startImport, waitForReport } from '../support/ingest.ts';
import { spawnWorker } from '../support/worker.ts';
import { StorageCleanup } from '../../src/modules/storage/storage-cleanup.ts';
import { WorkerModule } from '../../src/worker.module.ts';
import { sql } from '../support/sql.ts';

/** Set the environment variables to 20 and 2000 for a complete run. */
const KILLS = Number(process.env.MEDIA_FETCH_KILLS ?? 4);
const VOYAGES = Number(process.env.MEDIA_FETCH_VOYAGES ?? 40);
/** A complete run takes minutes. */
const TIMEOUT_MS = 900_000;
const TIME_MS = 2 * TIMEOUT_MS;

let server: FileServer;
let apis: TestApi[];
beforeAll(async () => {
  server = await startFileServer();
  const environment = { INGEST_FETCH_MEDIA: 'true', INGEST_ALLOW_HOSTS: server.host };
  apis = [await startApi({ environment }), await startApi({ environment })];
});
afterAll(async () => {
  for (const api of apis) await api.close();
  await server.stop();
});

async function aDocumentWithMedia() {
  const passages: string[] = [];
  for (let index = 0; index < VOYAGES; index += 1) {
    const file = await aPng({ width: 60, height: 40 });
    // Sent in two parts with a pause, so that there is always a download in progress.
    const url = server.at(`/print-${index}.png`, async (response) => {
      response.write(file.subarray(0, 100));
      await pause(30);
      response.end(file.subarray(100));
    });
    const day = new Date(Date.UTC(1946, 0, 1 + index)).toISOString().slice(0, 10);
    const shared = index % 5 === 4 ? `; ${server.url}/print-${index - 1}.png` : '';
    passages.push(`## ${day}\nSources: [Print ${index}](${url})${shared}\nNotes: ${server.url}/gone-${index % 3}.pdf`);
  }
  return ['# President Truman (April 12, 1945 to January 20, 1953)', ...passages].join('\n\n');
}

/** Everything that must be equal after any interruption, without ids and timestamps. */
const archiveOf = async ({ database }: TestApi) => {
  const tell = async (sql: string) => (await database.pool.query<{ row: string }>(sql)).rows.map(({ row }) => row);
  return {
    media: await tell(
      `select (title, media_type, encode(sha256, 'hex'), credit, description_markdown)::text row from media order by 1`,
    ),
    shown: await tell(`
      select (v.slug, m.title, l.media_category, l.sort_order, l.notes)::text row
      from voyage_media l join voyage v on v.id = l.voyage_id join media m on m.id = l.media_id order by 1`),
    voyages: await tell(
      `select (slug, title, has_photo, version, source_urls, notes)::text row from voyage order by 1`,
    ),
    problems: await tell(`select (line, voyage, field, severity, message)::text row from ingest_problem order by 1`),
    history: await tell(
      `select (kind, regexp_replace(slug, '-\\d{8}-\\d{4}$', ''), revision, action)::text row from history order by 1`,
    ),
  };
};

const filesOf = async ({ config }: TestApi) =>
  (await filesBelow(path.join(config.dataDirectory, 'media')))
    .filter((key) => !/^(?:_|\.incoming)/.test(key))
    .toSorted();

/** Random points of progress at which to kill a worker, in ascending order. */
const moments = () =>
  Array.from({ length: KILLS }, () => Math.floor(Math.random() * 2 * VOYAGES)).toSorted((a, b) => a - b);

/** Number of saved voyages and fetched files. */
async function doneOf({ database }: TestApi): Promise<number> {
  const row = await database.row(
    sql<{ done: number }>(
      `select voyages_processed + (select count(*) from media_fetch where state = 'done') as done from ingest_operation`,
    ),
  );
  return row?.done ?? 0;
}

/** A worker that isn't killed. */
const undisturbedWorker = ({ config }: TestApi) =>
  NestFactory.createApplicationContext(WorkerModule.with(config), {
    logger: new NestLog(pino({ level: 'silent' })),
    abortOnError: false,
  });

test(
  `the archive is the same after ${KILLS} kills of the worker, without orphaned files`,
  async () => {
    const [undisturbed, disturbed] = apis as [TestApi, TestApi];
    const document = await aDocumentWithMedia();

    const steady = await undisturbedWorker(undisturbed);
    const first = await undisturbed.signIn();
    const from = performance.now();
    await waitForReport(first, await startImport(first, document), hasEnded, TIMEOUT_MS);
    const lasted = performance.now() - from;
    await steady.close();

    const second = await disturbed.signIn();
    const id = await startImport(second, document);
    let kills = 0;
    for (const count of moments()) {
      if (hasEnded(await reportOf(second, id))) break;
      const worker = await spawnWorker(disturbed);
      await waitUntil(async () => (await doneOf(disturbed)) >= count, TIMEOUT_MS);
      await pause(Math.random() * 100);
      await worker.kill();
      kills += 1;
    }
    const last = await undisturbedWorker(disturbed);
    const report = await waitForReport(second, id, hasEnded, TIMEOUT_MS);
    expect(report).toMatchObject({ status: 'completed', media_warnings: VOYAGES, progress: 100 });
    expect(await archiveOf(disturbed)).toEqual(await archiveOf(undisturbed));

    // Expires the leases of files whose record was never saved.
    await disturbed.database.pool.query('update storage_cleanup set due_at = now()');
    await last.get(StorageCleanup, { strict: false }).resume(0);
    const { rows } = await disturbed.database.pool.query<{ key: string }>(
      'select storage_key key from media order by 1',
    );
    await waitUntil(async () => (await filesOf(disturbed)).length === rows.length);
    expect(await filesOf(disturbed)).toEqual(rows.map(({ key }) => key).toSorted());
    await last.close();
    if (process.env.MEDIA_FETCH_KILLS !== undefined)
      process.stdout.write(
        `${VOYAGES} voyages with media: ${(lasted / 1000).toFixed(0)} s undisturbed, the same archive after ${kills} kills\n`,
      );
  },
  TIME_MS,
);
