import type { Readable } from 'node:stream';

export interface FrontEndFile {
  body: Buffer | Readable;
  /** Of the body as it is sent. */
  encoding: 'br' | 'gzip' | undefined;
  type: string;
  etag: string | undefined;
}

/** What the browser takes, in our order of preference. */
export type Encodings = readonly ('br' | 'gzip')[];

/** Where the files of one front end come from: a directory of builds, or a server of its own. */
export interface FrontEndSource {
  /** The version that its newest build bears; undefined where there is none or it does not answer. */
  newestVersion(): Promise<string | undefined>;
  hasVersion(version: string): Promise<boolean>;
  /** A file of a build by its path below it; undefined where there is none. The shell has no version. */
  file(version: string | undefined, path: string, encodings: Encodings): Promise<FrontEndFile | undefined>;
}

/** Path segments from an address that may be joined to a directory: no step up, nothing hidden, no other separators. */
export const isPlainPath = (path: string) => path.split('/').every((part) => /^[\w@~+-][\w.@~+-]*$/.test(part));
