/** What a publisher signs: a build, identified by its digest, and its origin. */
export interface SignedBuild {
  name: string;
  version: string;
  /** SHA-256 of the paths and hashes of the build's files (`digestedText`). */
  digest: string;
  commit?: string | undefined;
  pipeline_url?: string | undefined;
}

/** The text that a publisher's key signs. None of the joined values contains a line break. */
export const signedText = ({ name, version, digest, commit = '', pipeline_url = '' }: SignedBuild): string =>
  ['archive-build', name, version, digest, commit, pipeline_url].join('\n');

/** The text whose SHA-256 is the digest of a build. */
export const digestedText = (files: readonly { path: string; sha256: string }[]): string =>
  files
    .map(({ path, sha256 }) => `${sha256} ${path}\n`)
    .toSorted()
    .join('');
