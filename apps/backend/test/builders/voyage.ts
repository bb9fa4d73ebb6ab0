import type { Database } from '../../src/database/index.ts';
import { aPerson } from './person.ts';
import { findSaved, insert, nextNumber, type SavedRecord, slugOf } from './records.ts';

interface PassengerOptions {
  person: string | SavedRecord;
  title?: string;
  capacity_role?: string;
  is_crew?: boolean;
  notes?: string;
}

interface LinkedMedia {
  media: SavedRecord;
  category: 'source' | 'additional_source';
}

class VoyageBuilder {
  readonly #values: Record<string, unknown> = {};
  #president: string | undefined;
  readonly #aboard: PassengerOptions[] = [];
  readonly #media: LinkedMedia[] = [];

  /** `1946`, `1946-03` or `1946-03-07`. */
  on(start_date: string, end_date?: string) {
    return this.with({ start_date, end_date });
  }

  titled(title: string) {
    return this.with({ title });
  }

  withSlug(slug: string) {
    return this.with({ slug });
  }

  /** Slug of the president or owner. */
  under(president: string) {
    this.#president = president;
    return this;
  }

  /** Adds a passenger: a saved person, or a name, for which a person is created if it is unknown. */
  aboard(person: string | SavedRecord, as: Omit<PassengerOptions, 'person'> = {}) {
    this.#aboard.push({ person, ...as });
    return this;
  }

  withPassengers(count: number) {
    for (let index = 0; index < count; index += 1) this.aboard(`Guest Number${nextNumber()}`);
    return this;
  }

  withCrew(count: number) {
    for (let index = 0; index < count; index += 1)
      this.aboard(`Sailor Number${nextNumber()}`, { capacity_role: 'Steward', is_crew: true });
    return this;
  }

  showing(media: SavedRecord, category: LinkedMedia['category'] = 'source') {
    this.#media.push({ media, category });
    return this;
  }

  /** Sets columns by their names in the table. Lists of objects are passed unchanged. */
  with(values: Record<string, unknown>) {
    Object.assign(this.#values, values);
    return this;
  }

  async save(database: Database): Promise<SavedRecord> {
    const president = this.#president && (await findSaved(database, 'person', this.#president));
    const { start_date = '1946-03-07', title = 'Cruise' } = this.#values as { start_date?: string; title?: string };
    const values: Record<string, unknown> = { slug: slugOf(`${start_date} ${title} ${nextNumber()}`), ...this.#values };
    for (const name of ['spin', 'source_urls', 'additional_sources'])
      if (values[name] !== undefined) values[name] = JSON.stringify(values[name]);
    const president_id = president ? president.id : undefined;
    const voyage = await insert<SavedRecord>(
      database,
      'voyage',
      { ...values, start_date, title, president_id },
      'id, slug',
    );
    for (const [index, { person, ...link }] of this.#aboard.entries()) {
      const { id } = typeof person === 'string' ? await knownOrNew(database, person) : person;
      await insert(
        database,
        'passenger',
        { voyage_id: voyage.id, person_id: id, sort_order: index + 1, ...link },
        'person_id',
      );
    }
    for (const [index, { media, category }] of this.#media.entries()) {
      const link = { voyage_id: voyage.id, media_id: media.id, media_category: category, sort_order: index + 1 };
      await insert(database, 'voyage_media', link, 'media_id');
    }
    return voyage;
  }
}

async function knownOrNew(database: Database, name: string): Promise<SavedRecord> {
  const { rows } = await database.pool.query<SavedRecord>('select id, slug from person where full_name = $1', [name]);
  return rows[0] ?? aPerson(name).save(database);
}

export const aVoyage = () => new VoyageBuilder();
