import type { exportOperations, OperationBody, OperationQuery, PackageImportReport } from '@archive/contracts';
import { urlOf } from '@archive/client';
import { mutationOptions, type QueryClient, queryOptions } from '@archive/query';
import { confirmedId, type ApiError } from './problem.ts';
import { invalidateRecords, keys } from './keys.ts';
import { sendForm, type UploadInput } from './media-upload.ts';
import { request, requestPage } from './request.ts';

const PACKAGE: (typeof exportOperations)['importPackage']['path'] = '/api/curator/archive-package';

/** How an archive without records can begin. */
export const archiveSetupQuery = () =>
  queryOptions({
    queryKey: [...keys.home, 'setup'],
    queryFn: ({ signal }) => request('setup.get', { signal }),
  });

/** Previews the import of the sample document, and resolves to the operation. */
export const previewSampleMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: async () => request('ingest.start', { query: { dry_run: '1' }, body: await request('setup.sample') }),
    onSuccess: () => void client.invalidateQueries({ queryKey: keys.ingest }),
  });

interface PackageInput extends Pick<UploadInput, 'file' | 'onProgress' | 'signal'> {
  /** `replace` also deletes what deleted records left; `preview` compares the package with the records of the archive. */
  how: 'import' | 'replace' | 'preview';
}

async function importPackage({ file, how, ...options }: PackageInput): Promise<PackageImportReport> {
  const query = { import: {}, replace: { replace_earlier_work: '1' }, preview: { preview: '1' } } as const;
  const url = urlOf(PACKAGE, { query: query[how] });
  const form = new FormData();
  form.set('file', file);
  if (how === 'preview') return sendForm(url, form, options);
  // A form without a file is rejected: with what has to be confirmed first, before a large package is sent.
  const confirmation = await sendForm<never>(url, new FormData(), options).catch((error: ApiError) =>
    confirmedId(error),
  );
  return sendForm(url, form, { ...options, headers: { confirmation } });
}

const packageKey = [...keys.home, 'package-import'];

/** Whether a worker is comparing or importing the package. */
export const isPackageActive = (report: PackageImportReport | null | undefined) =>
  report?.state === 'waiting' || report?.state === 'running';

/** The newest import of a package, refreshed while it runs. */
export const packageImportQuery = () =>
  queryOptions({
    queryKey: packageKey,
    queryFn: ({ signal }) => request('exports.packageImport', { signal }),
    refetchInterval: ({ state }) => (isPackageActive(state.data?.package_import) ? 1000 : false),
  });

/** Sends a package, and resolves when a worker may import it. */
export const importPackageMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: importPackage,
    onSuccess: (report) => client.setQueryData(packageKey, { package_import: report }),
  });

export type PackageRecordsParams = OperationQuery<(typeof exportOperations)['packageRecords']>;

/** The records of a previewed package and how they differ: `{items, total}`. */
export const packageRecordsQuery = (id: string, query: PackageRecordsParams) =>
  queryOptions({
    queryKey: [...packageKey, id, query],
    queryFn: ({ signal }) => requestPage('exports.packageRecords', { query: { import_id: id, ...query }, signal }),
  });

/** Imports the previewed package with the user’s decisions. */
export const applyPackageMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (body: OperationBody<(typeof exportOperations)['applyPackage']>) =>
      request('exports.applyPackage', { body }),
    onSuccess: (report) => client.setQueryData(packageKey, { package_import: report }),
  });

export const cancelPackageMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (import_id: string) => request('exports.cancelPackageImport', { query: { import_id } }),
    onSuccess: (status) => client.setQueryData(packageKey, status),
  });

/** Refetches everything after a package was imported. */
export async function invalidateArchive(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: keys.ingest }), invalidateRecords(client)]);
}

type Operations = typeof exportOperations;
type List = Exclude<keyof Operations, 'archive'>;
type Filters<L extends List> = Omit<OperationQuery<Operations[L]>, 'format'>;

/** URL of the full archive as an importable document, for a download link. */
export const ARCHIVE_DOCUMENT = '/api/export/archive' satisfies Operations['archive']['path'];

/** Download links for a filtered list, by format. */
export const exportFiles = <L extends List>(list: L, filters: Filters<L>) =>
  [
    { label: 'CSV, for spreadsheets', format: 'csv' },
    { label: 'JSON', format: 'json' },
  ].map(({ label, format }) => ({
    label,
    href: urlOf(`/api/export/${list}`, { query: { ...filters, format } }),
  }));
