/** Response header with a voyage's new ETag after a change to its links. */
const HEADER = 'x-voyage-etag';
const TAG = /^(?:W\/)?"(?<record>\d+)\.(?<version>\d+)(?:-[\w-]*)?"$/;

/** Voyage versions created by this page's link changes, as "record.version". */
const ownVersions = new Set<string>();

/** Stores the version created by a link change. Versions increase by one, so it differs from the previous one in that change only. */
export function storeVoyageTag(headers: { get(name: string): string | null }): void {
  const parts = TAG.exec(headers.get(HEADER) ?? '')?.groups;
  if (parts) ownVersions.add(`${parts['record']}.${parts['version']}`);
}

/**
 * The ETag to send for a voyage that was read with `etag`: advanced past versions that this page created by changing links. So the
 * page's own changes cause no conflict, and other users' changes still do.
 */
export function currentTag(etag: string | undefined): string | undefined {
  const parts = TAG.exec(etag ?? '')?.groups;
  if (!parts) return etag;
  const read = Number(parts['version']);
  let version = read;
  while (ownVersions.has(`${parts['record']}.${version + 1}`)) version += 1;
  return version === read ? etag : `"${parts['record']}.${version}"`;
}
