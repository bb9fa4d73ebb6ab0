import type { Database } from '../../src/database/index.ts';
import { findSaved, insert, nextNumber, type SavedRecord, slugOf } from './records.ts';

class MediaBuilder {
  readonly #values: Record<string, unknown>;
  #president: string | undefined;
  #derivatives: string[] = [];

  constructor(title: string) {
    const slug = `${slugOf(title)}-${nextNumber()}`;
    this.#values = { title, slug, media_type: 'image', storage_key: `unattached/image/${slug}.jpg` };
  }

  withSlug(slug: string) {
    return this.with({ slug });
  }

  type(media_type: string) {
    return this.with({ media_type });
  }

  at(storage_key: string) {
    return this.with({ storage_key });
  }

  /** Makes the media external: it has this URL and no file in storage. */
  outside(external_url: string) {
    return this.with({ external_url, storage_key: undefined });
  }

  on(date: string) {
    return this.with({ date });
  }

  by(credit: string) {
    return this.with({ credit });
  }

  ofPresident(slug: string) {
    this.#president = slug;
    return this;
  }

  /** Adds derivatives. */
  withDerivatives(...kinds: ('thumbnail' | 'large')[]) {
    this.#derivatives = kinds;
    return this;
  }

  /** Sets columns by their names in the table. */
  with(values: Record<string, unknown>) {
    Object.assign(this.#values, values);
    return this;
  }

  async save(database: Database): Promise<SavedRecord> {
    const president = this.#president && (await findSaved(database, 'person', this.#president));
    const media = await insert<SavedRecord>(
      database,
      'media',
      { ...this.#values, president_id: president ? president.id : undefined },
      'id, slug',
    );
    for (const kind of this.#derivatives) {
      const storage_key = `_derivatives/${media.slug}-${kind}.webp`;
      await insert(database, 'derivative', { media_id: media.id, kind, state: 'ready', storage_key }, 'kind');
    }
    return media;
  }
}

export const aMedia = (title = 'Photograph') => new MediaBuilder(title);
