import type {
  PackageChoice,
  PackageImportReport,
  PackageRecord,
  Problem,
  packageImportStatusSchema,
} from '@archive/contracts';
import type { z } from 'zod';
import type { Browser } from './browser.ts';
import { waitUntil } from './wait-until.ts';

type Status = z.output<typeof packageImportStatusSchema>;
type Report = PackageImportReport & Problem;

/** The status of a rejected upload, or how the import ended. */
export interface PackageOutcome {
  outcome: number | PackageImportReport['state'];
  detail: string;
  imported: PackageImportReport['imported'];
}

const ROUTE = '/api/curator/archive-package';

export const packageStatus = async (browser: Browser) => (await browser.json<Status>(ROUTE)).package_import;

/** Sends a package. */
export async function sendPackage(browser: Browser, bytes: Buffer, query = '') {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(bytes)]), 'archive.zip');
  const response = await browser.request('POST', `${ROUTE}${query}`, { body: form });
  return { status: response.status, body: (await response.json()) as Report };
}

/** Waits until a worker has imported the package, compared it or refused it. */
export async function packageOutcome(browser: Browser): Promise<PackageOutcome> {
  let report: PackageImportReport | null = null;
  await waitUntil(async () => {
    report = await packageStatus(browser);
    return report !== null && (report.finished_at !== null || report.state === 'previewed');
  }, 60_000);
  const { state, error, imported } = report as unknown as PackageImportReport;
  return { outcome: state, detail: error ?? '', imported };
}

const outcomeOf = ({ status, body }: { status: number; body: Report }, browser: Browser) =>
  status === 202 ? packageOutcome(browser) : { outcome: status, detail: body.detail, imported: null };

/** Imports a package, which takes a worker. */
export const importPackage = async (browser: Browser, bytes: Buffer, query = ''): Promise<PackageOutcome> =>
  outcomeOf(await sendPackage(browser, bytes, query), browser);

/** Compares a package with an archive that has records. */
export const previewPackage = (browser: Browser, bytes: Buffer) => importPackage(browser, bytes, '?preview=1');

/** Imports the compared package. */
export async function applyPackage(
  browser: Browser,
  choices: readonly PackageChoice[] = [],
  others: 'keep' | 'take' = 'keep',
): Promise<PackageOutcome> {
  const { import_id } = (await packageStatus(browser)) ?? {};
  const response = await browser.post(`${ROUTE}/apply`, { import_id, choices, others });
  return outcomeOf({ status: response.status, body: (await response.json()) as Report }, browser);
}

/** The records of a compared package. */
export const packageRecords = (browser: Browser, query = '') =>
  browser.json<PackageRecord[]>(`${ROUTE}/records?limit=1000${query}`);
