import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '../../../common/index.ts';
import { CONFIG, type Config } from '../../../config/index.ts';
import { isStorageKey } from '../../storage/index.ts';

const FILES = '/media-files/';
const NOWHERE = 'http://archive.invalid';

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return '';
  }
}

/** Addresses of files of the library: as the archive answers them, with or without its own, and as the bucket's. */
@Injectable()
export class MediaAddresses {
  readonly #bucket: string | undefined;

  constructor(@Inject(CONFIG) config: Config) {
    this.#bucket = config.s3?.bucket;
  }

  /** @throws the 403 of an address that is outside of the library */
  keyOf(url: string): string {
    const key = this.#written(url);
    if (isStorageKey(key) && !key.startsWith('_')) return key;
    throw new Problem(403, 'One of the addresses lies outside of the media library.');
  }

  #written(url: string): string {
    const bucket = `s3://${this.#bucket}/`;
    if (this.#bucket !== undefined && url.startsWith(bucket)) return url.slice(bucket.length);
    const parsed = URL.parse(url, NOWHERE);
    // A path that climbs has been flattened by now: what was written has to be what is meant.
    if (!parsed || !/^https?:$/.test(parsed.protocol) || !url.includes(parsed.pathname)) return '';
    return parsed.pathname.startsWith(FILES) ? decoded(parsed.pathname.slice(FILES.length)) : '';
  }
}
