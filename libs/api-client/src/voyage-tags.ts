/** The header with which a change of a voyage's links names the voyage's new version. */
const HEADER = 'x-voyage-etag';
const TAG = /^(?:W\/)?"(?<record>\d+)\.(?<version>\d+)(?:-[\w-]*)?"$/;

/** Versions of voyages that came about here, by putting people aboard, attaching media and the like: "record.version". */
const made = new Set<string>();

/**
 * Notes the version that a change of links has made. A version counts one up with each change: it differs from the one before it in
 * nothing but what this page has just done.
 */
export function noteVoyageTag(headers: { get(name: string): string | null }): void {
  const parts = TAG.exec(headers.get(HEADER) ?? '')?.groups;
  if (parts) made.add(`${parts['record']}.${parts['version']}`);
}

/**
 * The tag to change a voyage by, for who read it under `etag`: as many versions further as this page alone has made of it since by
 * changing its links. So nobody meets himself as a conflict, and a version of somebody else's is never stepped over.
 */
export function presentTag(etag: string | undefined): string | undefined {
  const parts = TAG.exec(etag ?? '')?.groups;
  if (!parts) return etag;
  const read = Number(parts['version']);
  let version = read;
  while (made.has(`${parts['record']}.${version + 1}`)) version += 1;
  return version === read ? etag : `"${parts['record']}.${version}"`;
}
