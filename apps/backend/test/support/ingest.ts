import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { IngestOperation, IngestReport } from '@archive/contracts';
import type { Browser } from './browser.ts';

const EVERY_MS = 20;
const TIMEOUT_MS = 60_000;

/** The archive's original document. */
export const archiveDocument = () =>
  readFile(path.resolve(import.meta.dirname, '../../../../archive/sequoia-voyages.md'), 'utf8');

const UNAVAILABLE_PAUSE_MS = 2000;
const UNAVAILABLE_TRIES = 5;

const CONFIRMED = ['', '&confirm_removals=1&confirm_same_day=1'] as const;

/** Starts an import; returns the operation's id. A queue that is too busy to respond is asked again, as `Retry-After` says. */
export async function send(
  browser: Browser,
  document: string,
  { dryRun = false, clearEmpty = false, confirmed = true } = {},
): Promise<string> {
  const post = () =>
    browser.post(
      `/api/curator/ingest?dry_run=${Number(dryRun)}&clear_empty=${Number(clearEmpty)}${CONFIRMED[Number(confirmed)]}`,
      {
        document,
        filename: 'test.md',
      },
    );
  let response = await post();
  for (let tries = 1; response.status === 503 && tries < UNAVAILABLE_TRIES; tries += 1) {
    await pause(UNAVAILABLE_PAUSE_MS);
    response = await post();
  }
  if (response.status !== 202)
    throw new Error(`The import failed with status ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { operation_id: string }).operation_id;
}

export const reportOf = (browser: Browser, id: string) => browser.json<IngestReport>(`/api/curator/ingest/${id}`);

/** Polls an operation until `holds` is true. */
export async function until(
  browser: Browser,
  id: string,
  holds: (report: IngestReport) => boolean,
  within = TIMEOUT_MS,
): Promise<IngestReport> {
  for (const deadline = Date.now() + within; Date.now() < deadline;) {
    const report = await reportOf(browser, id);
    if (holds(report)) return report;
    await pause(EVERY_MS);
  }
  throw new Error(`Operation ${id} is still ${JSON.stringify(await reportOf(browser, id))}`);
}

export const hasEnded = ({ status }: IngestReport) => status === 'completed' || status === 'failed';

/** Runs an import to its end. */
export async function ingest(
  browser: Browser,
  document: string,
  options?: { dryRun?: boolean; clearEmpty?: boolean; confirmed?: boolean },
): Promise<IngestReport> {
  return until(browser, await send(browser, document, options), hasEnded, 10 * TIMEOUT_MS);
}

/** Undoes an import and waits for the result; returns an error response as it is. */
export async function undoIngest(browser: Browser, id: string): Promise<{ status: number; body: IngestOperation }> {
  const response = await browser.post(`/api/curator/ingest/${id}/undo`);
  const { status } = response;
  if (status !== 202) return { status, body: (await response.json()) as IngestOperation };
  await response.body?.cancel();
  return { status, body: await until(browser, id, ({ undoing }) => undoing === null, 10 * TIMEOUT_MS) };
}
