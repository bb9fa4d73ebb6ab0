/** Response header with a voyage's new ETag after a change to its passengers or media. */
const HEADER = 'x-voyage-etag';
const ETAG = /^(?:W\/)?"(?<record>\d+)\.(?<version>\d+)(?:-[\w-]*)?"$/;

/** Voyage versions created by this page's changes to passengers or media, as "record.version". */
const ownVersions = new Set<string>();

/** Stores the version that such a change created. Versions increase by one, so this is the only difference from the one before. */
export function storeVoyageEtag(headers: { get(name: string): string | null }): void {
  const parts = ETAG.exec(headers.get(HEADER) ?? '')?.groups;
  if (parts) ownVersions.add(`${parts['record']}.${parts['version']}`);
}

/**
 * The ETag to send for a voyage that was read with `etag`. It skips versions that this page created by changing links, so that only
 * changes by others cause a conflict.
 */
export function currentEtag(etag: string | undefined): string | undefined {
  const parts = ETAG.exec(etag ?? '')?.groups;
  if (!parts) return etag;
  const read = Number(parts['version']);
  let version = read;
  while (ownVersions.has(`${parts['record']}.${version + 1}`)) version += 1;
  return version === read ? etag : `"${parts['record']}.${version}"`;
}
