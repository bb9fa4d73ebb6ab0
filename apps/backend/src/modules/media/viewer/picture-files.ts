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

  /** Returns the files in the order of `urls`; undefined if one is missing or about to be deleted. */
  async read(urls: readonly string[]): Promise<Buffer[] | undefined> {
    const locations = urls.map(locationOf);
    for (const key of new Set(locations.map((location) => location.key)))
      if (!isStorageKey(key) || (await this.#leases.isHidden(key))) return undefined;
    const pictures: Buffer[] = [];
    for (let start = 0; start < locations.length; start += PARALLEL) {
      const batch = await Promise.all(
        locations.slice(start, start + PARALLEL).map((location) => this.#readLocation(location)),
      );
      for (const picture of batch) {
        if (!picture) return undefined;
        pictures.push(picture);
      }
    }
    return pictures;
  }

  async #readLocation({ key, entry }: FileLocation): Promise<Buffer | undefined> {
    if (entry !== undefined) return this.#sets.read(key, entry);
    const stream = await this.#storage.open(key);
    return stream && buffer(stream);
  }
}

interface FileLocation {
  key: string;
  /** Name of the entry in the ZIP archive of tiles or pages. */
  entry?: string;
}

function locationOf(url: string): FileLocation {
  const path = url.slice(MEDIA_FILES.length);
  return setEntryOf(path) ?? { key: path };
}
