import { hash } from 'node:crypto';
import { Problem } from './problem.ts';

/**
 * The `ETag` of a record is `"<version>-<hash>"`. The version changes with the record and its links; `If-Match` only compares the version.
 * The hash covers the whole response, which may include data of other records (a person's name on a voyage); `If-None-Match` compares both.
 */
export const recordEtag = (version: string, response?: string) =>
  response === undefined ? `"${version}"` : `"${version}-${hash('sha1', response, 'base64url')}"`;

const versionIn = (etag: string) => /^(?:W\/)?"([\d.]+)(?:-[\w-]*)?"$/.exec(etag.trim())?.[1];

/** The `If-Match` header of a request; undefined accepts any version. */
export type ExpectedVersion = string | undefined;

/**
 * Checks that the record still has the version that the client has seen.
 * @param versionKey the ids and versions of the record and its parts, joined by dots: "12.3"
 * @param record the kind of record, for the message: "voyage"
 * @throws Problem 412 with the record's current ETag
 */
export function expectVersion(expected: ExpectedVersion, versionKey: string, record: string): void {
  if (expected === undefined || expected.trim() === '*') return;
  if (expected.split(',').some((etag) => versionIn(etag) === versionKey)) return;
  const etag = recordEtag(versionKey);
  throw new Problem(412, `This ${record} has been changed by someone else since you opened it.`, {
    headers: { etag },
    members: { etag },
  });
}
