import type { MergedKind, PackageChoice } from '@archive/contracts';
import { formatCount } from '@archive/contracts/format';
import { normalizeName, normalizeWikipediaUrl } from '@archive/voyage-document';
import { Problem } from '../../../../common/index.ts';
import { col, freeSlug, statement, type StatementExecutor, statementsFor } from '../../../../database/index.ts';
import type { RecordOf } from '../package-format.ts';
import { recordsOf, type RecordFiles } from '../read-records.ts';
import { archiveRecords, inBatches, MERGED, slugOf } from './archive-records.ts';

/** The kinds with addresses of their own, in the order in which they refer to each other. A president has the address of the person. */
const KINDS = ['people', 'media', 'voyages', 'albums', 'places', 'stories'] as const;
type Kind = (typeof KINDS)[number];

const BATCH_SIZE = 200;
const MAX_RECORDS = 250_000;

const REDIRECTED = ['person', 'place'] as const;
const REDIRECTS = statementsFor(REDIRECTED, (table) =>
  statement(
    `package-redirects-${table}`,
    `select r.slug, t.slug target from ${table}_redirect r join ${table} t on t.id = r.${table}_id where r.slug = any($1::text[])`,
    { slug: col.text, target: col.text },
  ),
);
/** Places in the archive with a name or spelling of these; that of the name counts first. */
const PLACES = statement(
  'package-same-places',
  `select distinct on (n.slug) n.slug, p.slug target
  from unnest($1::text[], $2::text[]) with ordinality n(slug, name, position)
  join place_name known on known.key = place_key(n.name) join place p on p.id = known.place_id
  order by n.slug, n.position`,
  { slug: col.text, target: col.text },
);
const ARTICLES = statement(
  'package-articles',
  'select wikipedia_key article, slug from person where wikipedia_key = any($1::text[])',
  { article: col.text, slug: col.text },
);
const FILES = statement(
  'package-same-files',
  `select distinct on (sha256) encode(sha256, 'hex') file, slug from media
  where sha256 in (select decode(file, 'hex') from unnest($1::text[]) file) order by sha256, id`,
  { file: col.text, slug: col.text },
);
/** Addresses that `freeSlug` makes of one that is taken. */
const NUMBERED = statementsFor(KINDS, (kind) =>
  statement(
    `package-numbered-${kind}`,
    `select slug from ${MERGED[kind].table} where starts_with(slug, $1 || '-') and substr(slug, length($1) + 2) ~ '^[0-9]+$'
    order by length(slug), slug`,
    { slug: col.text },
  ),
);

/** Which record of the archive a record of the package is. */
export interface Identity {
  /** Its address in the archive, or the one that it gets when it is added. */
  slug: string;
  exists: boolean;
  /** It is one of two or more records of the package that are one in the archive, whose fields are kept. */
  isMerged?: boolean;
  /** Why the record of the archive with its address may be a different one; undefined once that is clear. */
  doubt?: string | undefined;
}

/** The records of a package that have another address in the archive, or none, and why. */
export class Identities {
  readonly #identities = new Map<MergedKind, Map<string, Identity>>();
  /** Names of the people and media that are added, by table and address. */
  readonly addedNames = new Map<string, string>();
  readonly #executor: StatementExecutor;
  readonly #choices: ReadonlyMap<string, PackageChoice>;

  private constructor(executor: StatementExecutor, choices: readonly PackageChoice[]) {
    this.#executor = executor;
    this.#choices = new Map(choices.map((choice) => [`${choice.kind} ${choice.slug}`, choice]));
  }

  /**
   * Recognizes the records of a package. An unclear one is a new record unless a choice says that it is the same.
   * @throws Problem 422 for a package with too many records
   */
  static async of(
    executor: StatementExecutor,
    files: RecordFiles,
    choices: readonly PackageChoice[],
    signal: AbortSignal,
  ): Promise<Identities> {
    const identities = new Identities(executor, choices);
    for (const kind of KINDS) await identities.#recognize(kind, files, signal);
    return identities;
  }

  choice(kind: MergedKind, slug: string): PackageChoice | undefined {
    return this.#choices.get(`${kind} ${slug}`);
  }

  find(kind: MergedKind, slug: string): Identity | undefined {
    return this.#identities.get(kind === 'presidents' ? 'people' : kind)?.get(slug);
  }

  /** The address in the archive of a record that the package has. */
  slugOf(kind: Kind, slug: string): string {
    return this.find(kind, slug)?.slug ?? slug;
  }

  async #recognize(kind: Kind, files: RecordFiles, signal: AbortSignal): Promise<void> {
    const known = new Map<string, Identity>();
    const unclear: { slug: string; record: RecordOf<Kind>; doubt: string }[] = [];
    const sameFiles = new Map<string, string>();
    this.#identities.set(kind, known);
    for await (const batch of inBatches(recordsOf(files, kind, signal), BATCH_SIZE)) {
      const records = new Map(batch.map(({ record }) => [slugOf(kind, record), record]));
      const slugs = [...records.keys()];
      const existing = await archiveRecords(this.#executor, kind, slugs);
      const others = await this.#otherAddresses(kind, records);
      for (const [slug, record] of records) {
        const own = existing.get(slug);
        const doubt = own && this.#doubtOf(kind, own, record);
        if (doubt !== undefined) unclear.push({ slug, record, doubt });
        const identity = (own ? undefined : others.get(slug)) ?? { slug, exists: own !== undefined };
        known.set(slug, identity);
        this.#name(kind, identity, record);
      }
      if (kind === 'media')
        for (const entry of await this.#sameFiles(records as Map<string, RecordOf<'media'>>)) sameFiles.set(...entry);
      if (known.size > MAX_RECORDS)
        throw new Problem(
          422,
          `The package has more than ${formatCount(MAX_RECORDS, 'record')} of one kind. Import it into an empty archive.`,
        );
    }
    for (const { slug, record, doubt } of unclear)
      known.set(
        slug,
        (await this.#numbered(kind, slug, record, known)) ?? (await this.#decided(kind, slug, doubt, known)),
      );
    for (const [slug, target] of sameFiles)
      if (known.get(slug)?.exists === false && !known.has(target)) known.set(slug, { slug: target, exists: true });
    for (const { slug, record } of unclear) this.#name(kind, known.get(slug), record);
    for (const [slug, identity] of known)
      if (identity.slug !== slug && known.has(identity.slug)) identity.isMerged = true;
  }

  #name(kind: Kind, identity: Identity | undefined, record: RecordOf<Kind>): void {
    if (!identity || identity.exists) return;
    if ('full_name' in record) this.addedNames.set(`person ${identity.slug}`, record.full_name);
    else if (kind === 'media') this.addedNames.set(`media ${identity.slug}`, (record as RecordOf<'media'>).title);
  }

  /** People and places that were merged into another record, or that another record is: by its article, name or spelling. */
  async #otherAddresses(
    kind: Kind,
    records: ReadonlyMap<string, RecordOf<Kind>>,
  ): Promise<ReadonlyMap<string, Identity>> {
    if (kind !== 'people' && kind !== 'places') return new Map();
    const same =
      kind === 'people'
        ? await this.#samePeople(records as ReadonlyMap<string, RecordOf<'people'>>)
        : await this.#samePlaces(records as ReadonlyMap<string, RecordOf<'places'>>);
    const found = new Map<string, Identity>(same.map(([slug, target]) => [slug, { slug: target, exists: true }]));
    const table = kind === 'people' ? 'person' : 'place';
    for (const { slug, target } of await this.#executor.rows(REDIRECTS[table], [[...records.keys()]]))
      found.set(slug, { slug: target, exists: true, isMerged: true });
    return found;
  }

  /** People in the archive with the articles of these. */
  async #samePeople(records: ReadonlyMap<string, RecordOf<'people'>>): Promise<[slug: string, target: string][]> {
    const articles = [...records].map(
      ([slug, { wikipedia_url }]) => [slug, normalizeWikipediaUrl(wikipedia_url)] as const,
    );
    const rows = await this.#executor.rows(ARTICLES, [articles.map(([, article]) => article)]);
    const targets = new Map(rows.map(({ article, slug }) => [article, slug]));
    return articles.flatMap(([slug, article]) => {
      const target = article === null ? undefined : targets.get(article);
      return target === undefined ? [] : [[slug, target]];
    });
  }

  async #samePlaces(records: ReadonlyMap<string, RecordOf<'places'>>): Promise<[slug: string, target: string][]> {
    const names = [...records].flatMap(([slug, { name, variants }]) => [name, ...variants].map((one) => [slug, one]));
    const rows = await this.#executor.rows(PLACES, [names.map(([slug]) => slug), names.map(([, name]) => name)]);
    return rows.map(({ slug, target }) => [slug, target]);
  }

  /** Media items of the archive with the files of these. */
  async #sameFiles(records: ReadonlyMap<string, RecordOf<'media'>>): Promise<[slug: string, target: string][]> {
    const files = [...records].map(([slug, { file }]) => [slug, file.sha256] as const);
    const rows = await this.#executor.rows(FILES, [files.map(([, file]) => file)]);
    const targets = new Map(rows.map(({ file, slug }) => [file, slug]));
    return files.flatMap(([slug, file]) => {
      const target = file === null ? undefined : targets.get(file);
      return target === undefined ? [] : [[slug, target]];
    });
  }

  /** A record with a numbered address, which an earlier import has added for a different record. */
  async #numbered(
    kind: Kind,
    slug: string,
    record: RecordOf<Kind>,
    known: ReadonlyMap<string, Identity>,
  ): Promise<Identity | undefined> {
    const slugs = (await this.#executor.rows(NUMBERED[kind], [slug])).map((row) => row.slug);
    const free = slugs.filter((numbered) => !known.has(numbered));
    const records = await archiveRecords(this.#executor, kind, free);
    const same = free.find((numbered) => {
      const other = records.get(numbered);
      return other && this.#doubtOf(kind, other, record) === undefined;
    });
    return same === undefined ? undefined : { slug: same, exists: true };
  }

  async #decided(kind: Kind, slug: string, doubt: string, known: ReadonlyMap<string, Identity>): Promise<Identity> {
    const same = this.choice(kind, slug)?.same;
    if (same === true) return { slug, exists: true };
    const free = await freeSlug(this.#executor, MERGED[kind].table, slug, [...known.keys()]);
    return { slug: free, exists: false, ...(same === undefined && { doubt }) };
  }

  /** Why two records with one address may be different ones. */
  #doubtOf(kind: Kind, own: RecordOf<Kind>, record: RecordOf<Kind>): string | undefined {
    switch (kind) {
      case 'people': {
        const [one, other] = [own as RecordOf<'people'>, record as RecordOf<'people'>];
        const names = namesOfPerson(one);
        return namesOfPerson(other).some((name) => names.includes(name))
          ? undefined
          : `The person at this address is ${one.full_name} in the archive.`;
      }
      case 'media': {
        const [one, other] = [(own as RecordOf<'media'>).file, (record as RecordOf<'media'>).file];
        const isSame =
          one.sha256 === null || other.sha256 === null
            ? one.path === other.path && one.external_url === other.external_url
            : one.sha256 === other.sha256;
        return isSame
          ? undefined
          : `The archive has another file at this address: “${(own as RecordOf<'media'>).title}”.`;
      }
      case 'voyages': {
        const [one, other] = [own as RecordOf<'voyages'>, record as RecordOf<'voyages'>];
        return one.start_date === other.start_date || one.title === other.title
          ? undefined
          : `The voyage at this address is “${one.title}” on ${one.start_date} in the archive.`;
      }
      case 'albums': {
        const [one, other] = [own as RecordOf<'albums'>, record as RecordOf<'albums'>];
        const voyage = other.voyage_slug && this.slugOf('voyages', other.voyage_slug);
        return one.voyage_slug === voyage
          ? undefined
          : 'The album at this address belongs to another voyage in the archive.';
      }
      case 'places': {
        const [one, other] = [own as RecordOf<'places'>, record as RecordOf<'places'>];
        const names = namesOfPlace(one);
        return namesOfPlace(other).some((name) => names.includes(name))
          ? undefined
          : `The place at this address is ${one.name} in the archive.`;
      }
      case 'stories': {
        const [one, other] = [own as RecordOf<'stories'>, record as RecordOf<'stories'>];
        return one.title === other.title ? undefined : `The story at this address is “${one.title}” in the archive.`;
      }
    }
  }
}

const namesOfPlace = ({ name, variants }: RecordOf<'places'>) => [name, ...variants].map(normalizeName);

const namesOfPerson = ({ full_name, aliases, spellings, wikipedia_url }: RecordOf<'people'>) => [
  ...[full_name, ...aliases].map(normalizeName),
  ...spellings.map(({ name_key }) => name_key),
  ...[normalizeWikipediaUrl(wikipedia_url)].filter((article) => article !== null),
];
