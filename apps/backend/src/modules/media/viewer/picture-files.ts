import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { FileLeases, isStorageKey, Storage } from '../../storage/index.ts';
import { PictureSets, setEntryOf } from './picture-sets.ts';

export const MEDIA_FILES = '/media-files/';
const PARALLEL = 8;

/** Reads previews, tiles and pages by the URLs that `/media-files/` serves them at. */
@Injectable()
export class PictureFiles {
  readonly #storage: Storage;
  readonly #leases: FileLeases;
  readonly #sets: PictureSets;

  constructor(storage: Storage, leases: FileLeases, sets: PictureSets) {
    this.#storage = storage;
    this.#leases = leases;
    this.#sets = sets;
  }

  /** The files in the order of their URLs; undefined if one is missing or about to be deleted. */
  async read(urls: readonly string[]): Promise<Buffer[] | undefined> {
    const places = urls.map(placeOf);
    for (const key of new Set(places.map((place) => place.key)))
      if (!isStorageKey(key) || (await this.#leases.isHidden(key))) return undefined;
    const pictures: Buffer[] = [];
    for (let start = 0; start < places.length; start += PARALLEL) {
      const batch = await Promise.all(places.slice(start, start + PARALLEL).map((place) => this.#readPlace(place)));
      for (const picture of batch) {
        if (!picture) return undefined;
        pictures.push(picture);
      }
    }
    return pictures;
  }

  async #readPlace({ key, entry }: Place): Promise<Buffer | undefined> {
    if (entry !== undefined) return this.#sets.read(key, entry);
    const stream = await this.#storage.open(key);
    return stream && buffer(stream);
  }
}

interface Place {
  key: string;
  /** Name within the archive of tiles or pages. */
  entry?: string;
}

function placeOf(url: string): Place {
  const path = url.slice(MEDIA_FILES.length);
  return setEntryOf(path) ?? { key: path };
}
