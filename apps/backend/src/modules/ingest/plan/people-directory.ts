import {
  articleName,
  compareNames,
  nameParts,
  type NameParts,
  normalizeName,
  normalizeWikipediaUrl,
  personIdentity,
  personSlug,
} from '@archive/voyage-document';
import { col, type RowOf, statement, type Statements } from '../../../database/index.ts';

/** A person in a document: existing, or created by the import. */
export interface Person {
  /** Null until saved. */
  id: number | null;
  slug: string;
  name: string;
  /** The Wikipedia URL as written; `address` is its normalized form. */
  url: string | null;
  address: string | null;
}

export interface PersonMention {
  name: string;
  wikipedia_url: string | null;
}

const ROW = {
  id: col.int,
  slug: col.text,
  full_name: col.text,
  wikipedia_url: col.text.nullable(),
  wikipedia_key: col.text.nullable(),
  /** Names that curators entered. */
  entered: col.array(col.text),
  /** Normalized names from imports. */
  aliases: col.array(col.text),
  roles: col.text,
};

const ALL = statement(
  'ingest-people',
  `select p.id, p.slug, p.full_name, p.wikipedia_url, p.wikipedia_key, p.aliases entered,
    concat_ws(' ', p.role_title, (
      select string_agg(distinct concat_ws(' ', l.title, l.capacity_role), ' ') from passenger l where l.person_id = p.id)) roles,
    coalesce(array_agg(a.name_key order by a.name_key) filter (where a.name_key is not null), '{}') aliases
  from person p left join person_alias a on a.person_id = p.id
  group by p.id order by p.id`,
  ROW,
);

/** Exported documents link to person pages, to tell people with the same name apart. */
const OWN_PAGE = /^\/people\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;

const ownPageOf = ({ wikipedia_url }: PersonMention) => OWN_PAGE.exec(wikipedia_url?.trim() ?? '')?.[1];

interface KnownName {
  person: Person;
  parts: NameParts;
  /** Words of the person's roles. */
  roles: ReadonlySet<string>;
}

/** Shortest initials that stand for a whole name: RFK. */
const MIN_INITIALS = 3;

/**
 * Finds the person that a mention refers to: by Wikipedia URL, by a current or previously imported name, or by the name of one person
 * that agrees apart from form of address, word order and initials. Different URLs are different people.
 */
export class PeopleDirectory {
  readonly #byAddress = new Map<string, Person>();
  readonly #byName = new Map<string, Person[]>();
  readonly #bySlug = new Map<string, Person>();
  readonly #aliases = new Set<string>();
  /** Names of the people that were loaded, by surname and by initials. */
  readonly #known = new Map<string, KnownName[]>();
  #newAliases: { person: Person; name_key: string }[] = [];
  #addressed: Person[] = [];

  static async load(statements: Statements): Promise<PeopleDirectory> {
    const directory = new PeopleDirectory();
    for (const row of await statements.rows(ALL)) directory.#load(row);
    return directory;
  }

  bySlug(slug: string): Person | undefined {
    return this.#bySlug.get(slug);
  }

  /** The existing person that a mention refers to. */
  find(mention: PersonMention): Person | undefined {
    const { address, name } = personIdentity(mention);
    const page = ownPageOf(mention);
    if (page !== undefined) return this.#byName.get(name)?.find(({ slug }) => slug === page);
    const same = address === null ? undefined : this.#byAddress.get(address);
    return (
      same ??
      this.#byName.get(name)?.find((person) => address === null || person.address === null) ??
      this.guess(mention)
    );
  }

  /** The one person whose name agrees with a mention that is neither a URL nor a known name. */
  guess(mention: PersonMention): Person | undefined {
    const { address, name } = personIdentity(mention);
    const mentioned = nameParts(mention.name);
    if (address !== null || ownPageOf(mention) !== undefined || this.#byName.has(name) || !mentioned) return undefined;
    const found = new Set(
      (this.#known.get(mentioned.family) ?? []).filter((known) => agrees(mentioned, known)).map(({ person }) => person),
    );
    const [only] = found;
    return found.size === 1 ? only : undefined;
  }

  /** The person that a mention refers to, created if needed, with new URLs and names added. */
  resolve(mention: PersonMention): Person {
    const { address, name } = personIdentity(mention);
    const person = this.find(mention) ?? this.#add(mention.name, ownPageOf(mention));
    if (address !== null && person.address === null) {
      person.address = address;
      person.url = mention.wikipedia_url;
      this.#byAddress.set(address, person);
      if (person.id !== null) this.#addressed.push(person);
    }
    this.#alias(person, name);
    return person;
  }

  /** Returns and clears the existing people who got a URL. */
  takeNewUrls(): Person[] {
    const taken = this.#addressed;
    this.#addressed = [];
    return taken;
  }

  /** Returns and clears new aliases, except those of unsaved people. */
  takeAliases(): { person: Person; name_key: string }[] {
    const ready = this.#newAliases.filter(({ person }) => person.id !== null);
    this.#newAliases = this.#newAliases.filter(({ person }) => person.id === null);
    return ready;
  }

  #load({
    id,
    slug,
    full_name: name,
    wikipedia_url: url,
    wikipedia_key: key,
    entered,
    aliases,
    roles,
  }: RowOf<typeof ROW>): void {
    const address = key ?? normalizeWikipediaUrl(url);
    const person: Person = { id, slug, name, url, address };
    this.#bySlug.set(slug, person);
    if (address !== null && !this.#byAddress.has(address)) this.#byAddress.set(address, person);
    for (const alias of aliases) {
      this.#aliases.add(`${slug} ${alias}`);
      this.#name(person, alias);
    }
    this.#name(person, normalizeName(name));
    for (const alias of entered) this.#name(person, normalizeName(alias));
    const article = articleName(address);
    const names = [name, ...entered, ...aliases, ...(article === null ? [] : [article])];
    const words = new Set(roles ? normalizeName(roles).split(' ') : []);
    for (const parts of names.map(nameParts)) if (parts) this.#know({ person, parts, roles: words });
  }

  #know(known: KnownName): void {
    const { given, family } = known.parts;
    const initials = [...given, family].map((word) => word.charAt(0)).join('');
    for (const key of new Set([family, initials])) {
      const names = this.#known.get(key);
      if (names) names.push(known);
      else this.#known.set(key, [known]);
    }
  }

  #add(name: string, page: string | undefined): Person {
    const person: Person = { id: null, slug: this.#freeSlug(page ?? personSlug(name)), name, url: null, address: null };
    this.#bySlug.set(person.slug, person);
    return person;
  }

  #freeSlug(base: string): string {
    let slug = base;
    for (let number = 2; this.#bySlug.has(slug); number += 1) slug = `${base}-${number}`;
    return slug;
  }

  #name(person: Person, key: string): void {
    const namesakes = this.#byName.get(key);
    if (!namesakes) this.#byName.set(key, [person]);
    else if (!namesakes.includes(person)) namesakes.push(person);
  }

  #alias(person: Person, key: string): void {
    const known = `${person.slug} ${key}`;
    if (this.#aliases.has(known)) return;
    this.#aliases.add(known);
    this.#name(person, key);
    this.#newAliases.push({ person, name_key: key });
  }
}

/** Whether a mention names a person whose name is written in another way. */
function agrees(mentioned: NameParts, { parts, roles }: KnownName): boolean {
  const compared = compareNames(mentioned, parts);
  if (!compared) return false;
  if (mentioned.given.length === 0) {
    if (compared.match === 'initials') return mentioned.family.length >= MIN_INITIALS;
    return mentioned.honorific.length > 0 && mentioned.honorific.every((word) => roles.has(word));
  }
  if (compared.match === 'initials') return mentioned.given.length > 1 && mentioned.given.length === parts.given.length;
  return compared.match === 'same';
}
