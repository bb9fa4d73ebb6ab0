import type { Readable } from 'node:stream';

export interface FrontendFile {
  body: Buffer | Readable;
  /** Encoding of `body`. */
  encoding: 'br' | 'gzip' | undefined;
  type: string;
  etag: string | undefined;
  /** Set for files of a published version, which never change. */
  immutable?: true;
  /** Set if only this client may receive the file, because it previews the version. */
  isPrivate?: true;
}

/** Encodings that the browser accepts, in the server's order of preference. */
export type Encodings = readonly ('br' | 'gzip')[];

/** File name suffixes of the compressed variants. */
export const SUFFIX = { br: '.br', gzip: '.gz' } as const;

/** Source of the unpublished builds of one micro-frontend: a directory or a server. */
export interface FrontendSource {
  /** Whether the source only changes with a deployment, so that it is read only at startup. */
  readonly isStatic: boolean;
  /** Version of the latest build; undefined if there is none or the server does not respond. */
  newestVersion(): Promise<string | undefined>;
  hasVersion(version: string): Promise<boolean>;
  /** The size of each file of a build in bytes; undefined if unknown. */
  sizes(version: string): Promise<ReadonlyMap<string, number> | undefined>;
  /** A file of a build by its relative path; undefined if missing. A source with a single build serves it for any version. */
  file(version: string, path: string, encodings: Encodings): Promise<FrontendFile | undefined>;
}

/** Whether a path is safe to join to a directory: no parent, hidden or empty segments. */
export const isPlainPath = (path: string) => path.split('/').every((part) => /^[\w@~+-][\w.@~+-]*$/.test(part));
