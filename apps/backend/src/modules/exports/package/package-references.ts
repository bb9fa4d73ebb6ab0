/** Why a record can't be imported, in one sentence. */
export class RecordProblem extends Error {}

/** @throws RecordProblem if a list has an address twice */
export function requireDistinct(field: string, slugs: readonly string[]): void {
  const seen = new Set<string>();
  const repeated = slugs.find((slug) => seen.size === seen.add(slug).size);
  if (repeated !== undefined) throw new RecordProblem(`${field}: The list has “${repeated}” twice.`);
}

const OWNERS = ['person', 'president', 'media', 'voyage', 'album', 'place', 'story'] as const;
type ReferencedKind = (typeof OWNERS)[number];

const NAMES: Record<ReferencedKind, string> = {
  person: 'person',
  president: 'president or owner',
  media: 'media item',
  voyage: 'voyage',
  album: 'album',
  place: 'place',
  story: 'story',
};

/** The records of a package so far, by their addresses. Records refer to earlier ones only, so that nothing refers to itself. */
export class References {
  readonly #ids = new Map(OWNERS.map((kind) => [kind, new Map<string, number>()]));
  readonly #places = new Map<string, number>();
  readonly #imports = new Set<string>();
  readonly #unique = new Set<string>();
  readonly #files = new Map<string, string | null>();
  readonly #pictures = new Set<string>();
  readonly #portraits = new Map<string, string>();
  /** The file and the line of the current record. */
  place = '';

  /** Storage keys of all files that the records name, with their SHA-256 if it is known. */
  get files(): ReadonlyMap<string, string | null> {
    return this.#files;
  }

  /** @throws RecordProblem if two records have the same address */
  add(kind: ReferencedKind, slug: string, id: number): void {
    this.unique(`${kind} ${slug}`, `Two records have the address “${slug}”.`);
    this.#ids.get(kind)?.set(slug, id);
  }

  /** @throws RecordProblem unless the package has the record */
  id(kind: ReferencedKind, slug: string): number {
    const id = this.#ids.get(kind)?.get(slug);
    if (id === undefined) throw new RecordProblem(`The package has no ${NAMES[kind]} with the address “${slug}”.`);
    return id;
  }

  addImport(id: string): void {
    this.#imports.add(id);
  }

  /** @throws RecordProblem unless the package has the import, before this record */
  requireImport(id: string | null): void {
    if (id !== null && !this.#imports.has(id))
      throw new RecordProblem(`The package has no import ${id} before this record.`);
  }

  /** @throws RecordProblem if another record has the value */
  unique(value: string, problem: string): void {
    if (this.#unique.has(value)) throw new RecordProblem(problem);
    this.#unique.add(value);
  }

  /** Position after the albums that are in the same list. */
  nextPlace(list: string): number {
    const place = (this.#places.get(list) ?? 0) + 1;
    this.#places.set(list, place);
    return place;
  }

  addFile(key: string | null, sha256: string | null): void {
    if (key !== null) this.#files.set(key, sha256);
  }

  addPicture(slug: string): void {
    this.#pictures.add(slug);
  }

  /** Portraits follow the people who have them. */
  requirePicture(slug: string | null): void {
    if (slug !== null && !this.#portraits.has(slug)) this.#portraits.set(slug, this.place);
  }

  /**
   * Checks the references to later records.
   * @throws RecordProblem for a portrait that isn't a stored image
   */
  checkPortraits(): void {
    for (const [slug, place] of this.#portraits) {
      if (this.#pictures.has(slug) || !this.#ids.get('media')?.has(slug)) continue;
      this.place = place;
      throw new RecordProblem(`portrait: The media item “${slug}” is not an image. Choose an image as the portrait.`);
    }
  }
}
