/**
 * The search of an edition, which runs in the browser. The records are loaded once, with their names; the words
 * of their texts only when someone looks for them.
 */
export interface SearchIndex {
  kinds: { label: string; folder: string }[];
  records: SearchRecord[];
  /** Names of the files with words of texts. */
  shards: string[];
}

/** Numbers are positions of kinds and of records; decades are years divided by ten. */
export interface SearchRecord {
  kind: number;
  slug: string;
  title: string;
  /** Other names and spellings. */
  names?: string;
  /** What tells it from others with the same title. */
  note?: string;
  decade?: number[];
  owner?: number[];
  person?: number[];
  place?: number[];
}

// cspell:ignore ßæœøłđðþ
/** The records with each word, as the distance of each from the one before. */
export type SearchShard = Record<string, number[]>;

const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
};

/** Words without accents, apostrophes, and the ending of the plural. */
export const words = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .replace(/[ßæœøłđðþ]/g, (letter) => LETTERS[letter] ?? letter)
      .replace(/['’‘`ʻʼ]/g, '')
      .match(/[\p{L}\p{N}]{2,}/gu) ?? []
  ).map((word) => word.replace(/(?<=\p{L}{3})s$/u, ''));

export const shardOf = (word: string): string => /^[a-z0-9]{2}/.exec(word)?.[0] ?? '_';

export const FACETS = ['kind', 'decade', 'owner', 'person', 'place'] as const;
export type Facet = (typeof FACETS)[number];

/** Finds records; the index is in memory, and `readShard` gets the words of texts. */
export class Finder {
  readonly index: SearchIndex;
  readonly #readShard: (name: string) => Promise<SearchShard>;
  readonly #names: string[];
  readonly #shards = new Map<string, Promise<SearchShard>>();

  constructor(index: SearchIndex, readShard: (name: string) => Promise<SearchShard>) {
    this.index = index;
    this.#readShard = readShard;
    this.#names = index.records.map(({ title, names = '' }) => ` ${words(`${title} ${names}`).join(' ')} `);
  }

  /** Positions of the records with all words of a query, the best first. All records if the query has no words. */
  async matching(query: string): Promise<number[]> {
    const terms = [...new Set(words(query))];
    const inTexts = await Promise.all(terms.map((term) => this.#recordsWith(term)));
    const scores = this.#names.map((names, record) => {
      let total = 0;
      for (const [position, term] of terms.entries()) {
        const score = names.includes(` ${term} `) ? 4 : names.includes(` ${term}`) ? 3 : inTexts[position]?.get(record);
        if (score === undefined) return -1;
        total += score;
      }
      // A name with fewer other words is the better match.
      return total > terms.length ? total - names.length / 10_000 : total;
    });
    const found = [...scores.keys()].filter((record) => (scores[record] ?? -1) >= 0 || terms.length === 0);
    return terms.length === 0 ? found : found.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b);
  }

  /** Records whose text has the term, or a word that begins with it. */
  async #recordsWith(term: string): Promise<Map<number, number>> {
    const found = new Map<number, number>();
    const name = shardOf(term);
    if (!this.index.shards.includes(name)) return found;
    let shard = this.#shards.get(name);
    if (!shard) {
      shard = this.#readShard(name);
      this.#shards.set(name, shard);
      // The next search tries again.
      shard.catch(() => this.#shards.delete(name));
    }
    for (const [word, distances] of Object.entries(await shard)) {
      if (!word.startsWith(term)) continue;
      let record = 0;
      for (const distance of distances) {
        record += distance;
        if (word === term || !found.has(record)) found.set(record, word === term ? 1 : 0.5);
      }
    }
    return found;
  }

  /** What a record can be filtered by, as addresses of the page name it. */
  valuesOf(position: number, facet: Facet): string[] {
    const record = this.index.records[position];
    if (!record) return [];
    if (facet === 'kind') return [this.index.kinds[record.kind]?.folder ?? ''];
    if (facet === 'decade') return (record.decade ?? []).map((decade) => `${decade}0s`);
    return (record[facet] ?? []).map((other) => this.index.records[other]?.slug ?? '');
  }

  /** The values among these records with their labels and counts, in the order of their labels. */
  options(found: readonly number[], facet: Facet): { value: string; label: string; count: number }[] {
    const counts = new Map<string, number>();
    for (const position of found)
      for (const value of this.valuesOf(position, facet)) counts.set(value, (counts.get(value) ?? 0) + 1);
    const { kinds, records } = this.index;
    const folder = { kind: '', decade: '', owner: 'people', person: 'people', place: 'places' }[facet];
    const labels = new Map(
      facet === 'kind'
        ? kinds.map((kind) => [kind.folder, kind.label])
        : records.flatMap(({ kind, slug, title }) => (kinds[kind]?.folder === folder ? [[slug, title] as const] : [])),
    );
    return [...counts]
      .map(([value, count]) => ({ value, count, label: labels.get(value) ?? value }))
      .sort((a, b) => a.label.localeCompare(b.label));
  }
}
