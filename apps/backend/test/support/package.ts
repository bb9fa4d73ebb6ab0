import type { PackageImportReport, Problem, packageImportStatusSchema } from '@archive/contracts';
import type { z } from 'zod';
import type { Browser } from './browser.ts';
import { waitUntil } from './wait-until.ts';

type Status = z.output<typeof packageImportStatusSchema>;

/** The status of a rejected upload, or how the import ended. */
export interface PackageOutcome {
  outcome: number | PackageImportReport['state'];
  detail: string;
  imported: PackageImportReport['imported'];
}

export const packageStatus = async (browser: Browser) =>
  (await browser.json<Status>('/api/curator/archive-package')).package_import;

/** Sends a package. */
export async function sendPackage(browser: Browser, bytes: Buffer, query = '') {
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(bytes)]), 'archive.zip');
  const response = await browser.request('POST', `/api/curator/archive-package${query}`, { body: form });
  return { status: response.status, body: (await response.json()) as PackageImportReport & Problem };
}

/** Waits until a worker has imported the package or refused it. */
export async function packageOutcome(browser: Browser): Promise<PackageOutcome> {
  let report: PackageImportReport | null = null;
  await waitUntil(async () => {
    report = await packageStatus(browser);
    return report !== null && report.finished_at !== null;
  }, 60_000);
  const { state, error, imported } = report as unknown as PackageImportReport;
  return { outcome: state, detail: error ?? '', imported };
}

/** Imports a package, which takes a worker. */
export async function importPackage(browser: Browser, bytes: Buffer, query = ''): Promise<PackageOutcome> {
  const { status, body } = await sendPackage(browser, bytes, query);
  return status === 202 ? packageOutcome(browser) : { outcome: status, detail: body.detail, imported: null };
}
