import {
  type AlbumValues,
  type ConflictChoice,
  type MediaValues,
  type MergedKind,
  type PassengerValues,
  type PersonValues,
  placeFields,
  type PresidentValues,
  storyFields,
  type VoyageValues,
} from '@archive/contracts';
import { displayTitle } from '@archive/voyage-document';
import { parseOrProblem, Problem } from '../../../../common/index.ts';
import {
  addAliases,
  ALBUM_COLUMNS,
  type Caption,
  ChangeSet,
  FILE_COLUMNS,
  insertAlbum,
  insertMedia,
  insertPeople,
  insertPresidents,
  insertVoyages,
  keepFormerName,
  lockCollections,
  MEDIA_COLUMNS,
  type MediaTexts,
  PASSENGER_COLUMNS,
  PERSON_COLUMNS,
  PLACES,
  PRESIDENT_COLUMNS,
  replaceCaptions,
  replaceMarks,
  replaceMedia,
  replacePassengers,
  requestAllDerivatives,
  requireUnusedNames,
  setAlbumEntries,
  STORIES,
  touchVoyages,
  updateAlbum,
  updateMedia,
  updatePeople,
  updatePresident,
  updateVoyages,
  VOYAGE_COLUMNS,
  wholesOf,
} from '../../../records/index.ts';
import { requirePicture, requireUnusedArticle } from '../../../people/index.ts';
import { PACKAGE_SCHEMAS, type RecordOf } from '../package-format.ts';
import { idsOf, MERGED, type Saved, saveRecords, type TableName, valuesOf } from './archive-records.ts';
import type { AnyCompared } from './comparison.ts';
import type { Identities } from './identities.ts';

/** Numbers of added records by kind, and of changed ones. */
export type Merged = Record<MergedKind | 'changed', number>;

/** Saves the records of a package that the archive doesn’t have, and the fields that curators took from the package. */
export class MergedRecords {
  readonly merged: Merged = {
    people: 0,
    presidents: 0,
    media: 0,
    voyages: 0,
    albums: 0,
    places: 0,
    stories: 0,
    changed: 0,
  };
  readonly #changes: ChangeSet;
  readonly #identities: Identities;
  readonly #others: ConflictChoice;
  readonly #files: ReadonlyMap<string, string>;
  /** The people whose portraits are checked once media are saved. */
  readonly #portraits: { name: string; portrait: string }[] = [];

  /** @param files storage keys of the package’s files by their paths */
  constructor(
    changes: ChangeSet,
    identities: Identities,
    { others, files }: { others: ConflictChoice; files: ReadonlyMap<string, string> },
  ) {
    this.#changes = changes;
    this.#identities = identities;
    this.#others = others;
    this.#files = files;
  }

  /**
   * Saves records of one kind.
   * @throws Problem 422 for a combination of fields that its form would not accept, 409 for an article that another person has
   */
  async save(batch: readonly AnyCompared[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    const saved = batch.flatMap((compared) => this.#savedOf(compared));
    if (saved.length === 0) return;
    for (const { own } of saved) this.merged[own ? 'changed' : first.kind] += 1;
    switch (first.kind) {
      case 'people':
        return this.#people(saved as Saved<'people'>[]);
      case 'presidents':
        return this.#presidents(saved as Saved<'presidents'>[]);
      case 'media':
        return this.#media(saved as Saved<'media'>[]);
      case 'voyages':
        return this.#voyages(saved as Saved<'voyages'>[]);
      case 'albums':
        return this.#albums(saved as Saved<'albums'>[]);
      case 'places':
        return this.#places(saved as Saved<'places'>[]);
      case 'stories':
        return saveRecords(this.#changes, 'stories', STORIES, storyFields, saved as Saved<'stories'>[]);
    }
  }

  /** @throws Problem 422 for a portrait that the form would not accept, because the media item here isn’t an image */
  async requirePortraits(): Promise<void> {
    for (const { name, portrait } of this.#portraits)
      await requirePicture(this.#changes.executor, portrait).catch((error: unknown) => {
        throw error instanceof Problem ? new Problem(422, `The portrait of “${name}” isn’t an image here.`) : error;
      });
  }

  #savedOf({ kind, item, record, own, differing }: AnyCompared): Saved<MergedKind>[] {
    if (!own) return [{ record, own, takes: () => true }];
    const take = this.#identities.choice(kind, item.slug)?.take ?? (this.#others === 'take' ? differing : []);
    const taken = new Set(differing.filter((name) => take.includes(name)));
    if (taken.size === 0) return [];
    const combined = { ...own, ...Object.fromEntries(Object.entries(record).filter(([name]) => taken.has(name))) };
    const parsed = parseOrProblem(PACKAGE_SCHEMAS[kind], combined);
    if ('problem' in parsed) throw new Problem(422, `“${item.title}” can’t have these values. ${parsed.problem}`);
    return [{ record, own, takes: (name) => taken.has(name) }];
  }

  async #people(saved: readonly Saved<'people'>[]): Promise<void> {
    const { executor } = this.#changes;
    const [added, changed] = [saved.filter(({ own }) => !own), saved.filter(({ own }) => own)];
    for (const { record, takes } of saved)
      if (record.portrait !== null && takes('portrait'))
        this.#portraits.push({ name: record.full_name, portrait: record.portrait });
    const ids = await this.#idsOf('people', changed);
    const rows = changed.map(({ record, takes }) => ({
      ...valuesOf<Partial<PersonValues>>(record, PERSON_COLUMNS, takes),
      id: idIn(ids, record.person_slug),
    }));
    for (const { id, wikipedia_url } of rows) await requireUnusedArticle(executor, wikipedia_url, id);
    for (const { record } of added) await requireUnusedArticle(executor, record.wikipedia_url, null);
    await updatePeople(this.#changes, rows);
    for (const [index, { full_name }] of rows.entries()) {
      const own = changed[index]?.own;
      if (own && full_name !== undefined)
        await keepFormerName(executor, { id: idIn(ids, own.person_slug), values: own }, full_name);
    }
    const newIds = await insertPeople(
      this.#changes,
      added.map(({ record, takes }) => ({
        ...valuesOf<PersonValues>(record, PERSON_COLUMNS, takes),
        slug: record.person_slug,
      })),
    );
    const spellings = added.flatMap(({ record }, index) =>
      record.spellings.map(({ name_key, name }) => ({ name_key, name, person_id: newIds[index] ?? 0 })),
    );
    await addAliases(executor, spellings);
  }

  async #presidents(saved: readonly Saved<'presidents'>[]): Promise<void> {
    const ids = await this.#idsOf('presidents', saved);
    for (const { record, own, takes } of saved) {
      const person_id = idIn(ids, record.president_slug);
      const values = valuesOf<PresidentValues>(record, PRESIDENT_COLUMNS, takes);
      if (own) await updatePresident(this.#changes, person_id, values);
      else await insertPresidents(this.#changes, [{ ...values, person_id, slug: record.president_slug }]);
    }
  }

  async #media(saved: readonly Saved<'media'>[]): Promise<void> {
    const ids = await this.#idsOf('media', saved);
    const people = await this.#referenced(
      'person',
      saved.flatMap(({ record }) => [record.president_slug, ...record.people.map(({ person_slug }) => person_slug)]),
    );
    const added: number[] = [];
    for (const { record, own, takes } of saved) {
      const owner = record.president_slug === null ? null : idIn(people, record.president_slug);
      const values = valuesOf<MediaValues & MediaTexts>(record, MEDIA_COLUMNS, takes);
      let id = ids.get(record.media_slug) ?? 0;
      if (!own) {
        id = await insertMedia(this.#changes, {
          ...values,
          ...this.#fileOf(record),
          slug: record.media_slug,
          president_id: owner,
        });
        added.push(id);
      } else
        await updateMedia(this.#changes, [{ ...values, id, ...(takes('president_slug') && { president_id: owner }) }]);
      if (takes('captions')) await replaceCaptions(this.#changes, id, record.captions as Caption[]);
      if (takes('people')) {
        const marks = record.people.map(({ person_slug, region }) => ({
          person_id: idIn(people, person_slug),
          region,
        }));
        await replaceMarks(this.#changes, id, marks);
      }
    }
    if (added.length > 0) await requestAllDerivatives(this.#changes.executor, added);
  }

  #fileOf({ file: { path, sha256, ...properties }, suggested }: RecordOf<'media'>) {
    return {
      ...valuesOf<typeof properties>(properties, FILE_COLUMNS, () => true),
      suggested,
      sha256: sha256 === null ? null : Buffer.from(sha256, 'hex'),
      storage_key: path === null ? null : (this.#files.get(path) ?? null),
    };
  }

  async #voyages(saved: readonly Saved<'voyages'>[]): Promise<void> {
    const changes = this.#changes;
    const [added, changed] = [saved.filter(({ own }) => !own), saved.filter(({ own }) => own)];
    const people = await this.#referenced(
      'person',
      saved.flatMap(({ record }) => [
        record.president_slug_from_voyage,
        ...record.passengers.map(({ person_slug }) => person_slug),
      ]),
    );
    const media = await this.#referenced(
      'media',
      saved.flatMap(({ record }) => record.media.map(({ media_slug }) => media_slug)),
    );
    const ownerOf = ({ president_slug_from_voyage: owner }: RecordOf<'voyages'>) =>
      owner === null ? null : idIn(people, owner);
    const newIds = await insertVoyages(
      changes,
      added.map(({ record, takes }) => ({
        ...valuesOf<VoyageValues>(record, VOYAGE_COLUMNS, takes),
        title: record.title || displayTitle({ ...record, title: null }),
        slug: record.voyage_slug,
        president_id: ownerOf(record),
      })),
    );
    const ids = new Map([
      ...(await this.#idsOf('voyages', changed)),
      ...added.map(({ record }, index) => [record.voyage_slug, newIds[index] ?? 0] as const),
    ]);
    await updateVoyages(
      changes,
      changed.map(({ record, takes }) => ({
        ...valuesOf<Partial<VoyageValues>>(record, VOYAGE_COLUMNS, takes),
        id: idIn(ids, record.voyage_slug),
        ...(takes('president_slug_from_voyage') && { president_id: ownerOf(record) }),
      })),
    );
    await replacePassengers(
      changes,
      saved
        .filter(({ takes }) => takes('passengers'))
        .map(({ record: { voyage_slug, passengers } }) => ({
          voyage_id: idIn(ids, voyage_slug),
          aboard: passengers.map(({ person_slug, voyage_notes: notes, ...passenger }) => ({
            ...valuesOf<PassengerValues>({ ...passenger, notes }, PASSENGER_COLUMNS, () => true),
            person_id: idIn(people, person_slug),
          })),
        })),
    );
    for (const { record, own, takes } of saved) {
      if (!takes('media') || (!own && record.media.length === 0)) continue;
      const id = idIn(ids, record.voyage_slug);
      const places = new Map<string, number>();
      const links = record.media.map(({ media_slug, ...link }) => {
        const sort_order = (places.get(link.media_category) ?? 0) + 1;
        places.set(link.media_category, sort_order);
        return { ...link, media_id: idIn(media, media_slug), sort_order };
      });
      await replaceMedia(changes, id, links);
      await touchVoyages(changes, [id]);
    }
  }

  async #albums(saved: readonly Saved<'albums'>[]): Promise<void> {
    const { executor } = this.#changes;
    await lockCollections(executor);
    const voyages = await this.#referenced(
      'voyage',
      saved.map(({ record }) => record.voyage_slug),
    );
    const media = await this.#referenced(
      'media',
      saved.flatMap(({ record }) => record.media),
    );
    for (const { record, own } of saved)
      if (!own)
        await insertAlbum(this.#changes, {
          ...valuesOf<AlbumValues>(record, ALBUM_COLUMNS, () => true),
          slug: record.album_slug,
          voyage_id: record.voyage_slug === null ? null : idIn(voyages, record.voyage_slug),
          sort_order: null,
        });
    const ids = await this.#idsOf('albums', saved);
    for (const { record, own, takes } of saved) {
      const id = idIn(ids, record.album_slug);
      const values = valuesOf<Partial<AlbumValues>>(record, ALBUM_COLUMNS, takes);
      if (own && Object.keys(values).length > 0) await updateAlbum(this.#changes, id, values);
      if (takes('media'))
        await setAlbumEntries(
          this.#changes,
          id,
          record.media.map((slug) => idIn(media, slug)),
        );
    }
  }

  /** @throws Problem 422 for a place that would be part of itself */
  async #places(saved: readonly Saved<'places'>[]): Promise<void> {
    const { executor } = this.#changes;
    await saveRecords(this.#changes, 'places', PLACES, placeFields, saved, (values, id) =>
      requireUnusedNames(executor, values, id),
    );
    for (const { record, takes } of saved)
      if (takes('part_of') && record.part_of && (await wholesOf(executor, record.part_of)).includes(record.place_slug))
        throw new Problem(422, `“${record.name}” would be part of itself. Keep what it or the other place is part of.`);
  }

  #idsOf<K extends MergedKind>(kind: K, saved: readonly Saved<K>[]): Promise<ReadonlyMap<string, number>> {
    const { table, slug } = MERGED[kind];
    return this.#referenced(
      table,
      saved.map(({ record }) => String((record as Record<string, unknown>)[slug])),
    );
  }

  #referenced(table: TableName, slugs: readonly (string | null)[]): Promise<ReadonlyMap<string, number>> {
    return idsOf(this.#changes.executor, table, [...new Set(slugs.filter((slug) => slug !== null))]);
  }
}

function idIn(ids: ReadonlyMap<string, number>, slug: string): number {
  const id = ids.get(slug);
  if (id === undefined) throw new Error(`There is no record with the address ${slug}`);
  return id;
}
