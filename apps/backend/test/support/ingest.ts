import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { IngestOperation, IngestReport } from '@archive/contracts';
import { QUEUE_SCHEMA } from '../../src/queues/queue-tables.ts';
import { startApi, type TestApi } from './api.ts';
import type { Browser } from './browser.ts';
import { waitUntil } from './wait-until.ts';
import { startWorker } from './worker.ts';

const POLL_INTERVAL_MS = 20;
const TIMEOUT_MS = 120_000;

/** The archive's original document. */
export const archiveDocument = () =>
  readFile(path.resolve(import.meta.dirname, '../../../../archive/sequoia-voyages.md'), 'utf8');

const RETRY_DELAY_MS = 2000;
const MAX_ATTEMPTS = 5;

const CONFIRMATION_PARAMS = ['', '&confirm_removals=1&confirm_same_day=1&confirm_names=1'] as const;

/** Starts an import; returns the operation's id. Retries while the queue responds with 503. */
export async function startImport(
  browser: Browser,
  document: string,
  { dryRun = false, clearEmpty = false, confirmed = true, filename = 'test.md' } = {},
): Promise<string> {
  const post = () =>
    browser.post(
      `/api/curator/ingest?dry_run=${Number(dryRun)}&clear_empty=${Number(clearEmpty)}${CONFIRMATION_PARAMS[Number(confirmed)]}`,
      {
        document,
        filename,
      },
    );
  let response = await post();
  for (let attempt = 1; response.status === 503 && attempt < MAX_ATTEMPTS; attempt += 1) {
    await pause(RETRY_DELAY_MS);
    response = await post();
  }
  if (response.status !== 202)
    throw new Error(`The import failed with status ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { operation_id: string }).operation_id;
}

export const reportOf = (browser: Browser, id: string) => browser.json<IngestReport>(`/api/curator/ingest/${id}`);

/** Polls an operation until `condition` is true. */
export async function waitForReport(
  browser: Browser,
  id: string,
  condition: (report: IngestReport) => boolean,
  timeout = TIMEOUT_MS,
): Promise<IngestReport> {
  for (const deadline = Date.now() + timeout; Date.now() < deadline;) {
    const report = await reportOf(browser, id);
    if (condition(report)) return report;
    await pause(POLL_INTERVAL_MS);
  }
  throw new Error(`Operation ${id} is still ${JSON.stringify(await reportOf(browser, id))}`);
}

export const hasEnded = ({ status }: IngestReport) => status === 'completed' || status === 'failed';

/** Runs an import to its end. */
export async function ingest(
  browser: Browser,
  document: string,
  options?: { dryRun?: boolean; clearEmpty?: boolean; confirmed?: boolean; filename?: string },
): Promise<IngestReport> {
  return waitForReport(browser, await startImport(browser, document, options), hasEnded, 5 * TIMEOUT_MS);
}

/** Undoes an import and waits for the result; returns an error response as it is. */
export async function undoIngest(browser: Browser, id: string): Promise<{ status: number; body: IngestOperation }> {
  const response = await browser.post(`/api/curator/ingest/${id}/undo`);
  const { status } = response;
  if (status !== 202) return { status, body: (await response.json()) as IngestOperation };
  await response.body?.cancel();
  return { status, body: await waitForReport(browser, id, ({ undoing }) => undoing === null, 5 * TIMEOUT_MS) };
}

/**
 * Removes what imports have stored. Waits for the jobs of the test before: an import is reported as completed while its last job still
 * writes, and the two would wait for each other's locks.
 */
export async function clearImports({ database: { pool } }: TestApi): Promise<void> {
  await waitUntil(async () => {
    const { rowCount } = await pool.query(
      `select from ${QUEUE_SCHEMA}.job where queue <> 'file-texts' and state in ('active', 'waiting') limit 1`,
    );
    return rowCount === 0;
  });
  await pool.query(
    `truncate voyage, person_alias, ingest_operation, name_decision, column_mapping, person_redirect, history cascade`,
  );
  await pool.query(`delete from person p where not exists (select from president o where o.person_id = p.id)`);
}

/** Starts the API and a worker for the tests of a file, signs in a curator, and removes all imports before each test. */
export function withImports(
  onStart: (started: { api: TestApi; curator: Browser }) => void,
  environment: Record<string, string> = {},
): void {
  let api: TestApi;
  let worker: INestApplicationContext;
  beforeAll(async () => {
    api = await startApi({ environment });
    worker = await startWorker(api);
    onStart({ api, curator: await api.signIn() });
  });
  beforeEach(() => clearImports(api));
  afterAll(async () => {
    await worker?.close();
    await api?.close();
  });
}
