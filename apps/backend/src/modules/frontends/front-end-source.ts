import type { Readable } from 'node:stream';

export interface FrontEndFile {
  body: Buffer | Readable;
  /** Of the body as it is sent. */
  encoding: 'br' | 'gzip' | undefined;
  type: string;
  etag: string | undefined;
  /** Published: what has this address never changes. */
  writeOnce?: true;
}

/** What the browser takes, in our order of preference. */
export type Encodings = readonly ('br' | 'gzip')[];

/** How the compressed forms of a file are named beside it. */
export const SUFFIX = { br: '.br', gzip: '.gz' } as const;

/** Where the builds of one front end come from that nobody published: a directory, or a server of its own. */
export interface FrontEndSource {
  /** What lies there changes with the program only: it is looked at when the program starts. */
  readonly lasting: boolean;
  /** The version that its newest build bears; undefined where there is none or it does not answer. */
  newestVersion(): Promise<string | undefined>;
  hasVersion(version: string): Promise<boolean>;
  /** A file of a build by its path below it; undefined where there is none. Where there is only one build, any version names it. */
  file(version: string, path: string, encodings: Encodings): Promise<FrontEndFile | undefined>;
}

/** Path segments from an address that may be joined to a directory: no step up, nothing hidden, no other separators. */
export const isPlainPath = (path: string) => path.split('/').every((part) => /^[\w@~+-][\w.@~+-]*$/.test(part));
