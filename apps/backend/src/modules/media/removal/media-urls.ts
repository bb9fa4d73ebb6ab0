import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { isStorageKey } from '../../storage/index.ts';

const FILE = /^(?:https?:\/\/[^/?#]+)?\/media-files\/([^?#]+)/;

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/** Parses URLs of library files: absolute or relative `/media-files/…`, or `s3://` URLs of the bucket. */
@Injectable()
export class MediaUrls {
  readonly #bucket: string | undefined;

  constructor(@Inject(CONFIG) config: Config) {
    this.#bucket = config.s3?.bucket;
  }

  /** @throws Problem 403 for a URL outside the library */
  keyOf(url: string): string {
    const key = this.#pathOf(url);
    if (isStorageKey(key) && !key.startsWith('_')) return key;
    throw new Problem(403, 'One of the addresses isn’t in the media library.');
  }

  #pathOf(url: string): string {
    const bucket = `s3://${this.#bucket}/`;
    if (this.#bucket !== undefined && url.startsWith(bucket)) return url.slice(bucket.length);
    return decodePath(FILE.exec(url)?.[1] ?? '');
  }
}
