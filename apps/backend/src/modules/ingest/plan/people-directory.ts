import { NAVY_OWNER, PRIVATE_OWNER } from '@archive/contracts';
import {
  articleName,
  compareNames,
  fullTitle,
  initialsOf,
  nameParts,
  type NameParts,
  normalizeName,
  normalizeWikipediaUrl,
  personIdentity,
  personSlug,
  spellingKeys,
} from '@archive/voyage-document';
import { col, type RowOf, statement, type StatementExecutor } from '../../../database/index.ts';
import { type DecidedName, type NameDecisions, personKey, type WrittenPerson } from './name-decisions.ts';

/** A person in a document: existing, or created by the import. */
export interface Person {
  /** Null until the person is saved. */
  id: number | null;
  slug: string;
  name: string;
  wikipediaUrl: string | null;
  /** The normalized Wikipedia URL, by which people are matched. */
  urlKey: string | null;
  /** Key of the name, if a curator decided that it means a new person. */
  decidedKey?: string;
}

export type PersonMention = WrittenPerson;

const ROW = {
  id: col.int,
  slug: col.text,
  full_name: col.text,
  wikipedia_url: col.text.nullable(),
  wikipedia_key: col.text.nullable(),
  /** Names that curators entered. */
  aliases: col.array(col.text),
  /** Normalized names from imports. */
  imported_names: col.array(col.text),
  roles: col.text,
};

const ALL = statement(
  'ingest-people',
  `select p.id, p.slug, p.full_name, p.wikipedia_url, p.wikipedia_key, p.aliases,
    concat_ws(' ', p.role_title, (
      select 'President' from president r where r.person_id = p.id and r.party not in ('${PRIVATE_OWNER}', '${NAVY_OWNER}')), (
      select string_agg(distinct concat_ws(' ', l.title, l.capacity_role), ' ') from passenger l where l.person_id = p.id)) roles,
    coalesce(array_agg(a.name_key order by a.name_key) filter (where a.name_key is not null), '{}') imported_names
  from person p left join person_alias a on a.person_id = p.id
  group by p.id order by p.id`,
  ROW,
);

/** Exported documents link people who share a name to their pages in the archive. */
const PERSON_PAGE = /^\/people\/([a-z0-9]+(?:-[a-z0-9]+)*)$/;

const linkedSlug = ({ wikipedia_url }: PersonMention) => PERSON_PAGE.exec(wikipedia_url?.trim() ?? '')?.[1];

interface KnownName {
  person: Person;
  parts: NameParts;
  /** Words of the person's roles. */
  roles: ReadonlySet<string>;
}

/** People aren't suggested if their name is less similar than this. */
const MIN_NAME_SIMILARITY = 0.5;

/** Minimum length of initials that can mean a full name: RFK. */
const MIN_INITIALS = 3;

/**
 * Finds the person that a mention refers to: by Wikipedia URL, by a current or previously imported name, or, if only one person has such a
 * name, by a name that differs only in form of address, word order or initials. Different URLs mean different people.
 */
export class PeopleDirectory {
  readonly #byUrlKey = new Map<string, Person>();
  readonly #byName = new Map<string, Person[]>();
  readonly #bySlug = new Map<string, Person>();
  readonly #aliases = new Set<string>();
  /** Names of the loaded people, by surname and by initials. */
  readonly #knownNames = new Map<string, KnownName[]>();
  /** Cache by name and URL as written, because documents mention the same people many times. */
  readonly #identities = new Map<string, ReturnType<typeof personIdentity>>();
  #newAliases: { person: Person; name_key: string }[] = [];
  #newUrls: Person[] = [];
  readonly #decisions: NameDecisions;
  readonly #hasDecisions: boolean;
  /** People who are new according to a curator's decision, by the key of the name. */
  readonly #decidedNew = new Map<string, Person>();
  #surnames: Map<string, string[]> | undefined;

  private constructor(decisions: NameDecisions) {
    this.#decisions = decisions;
    this.#hasDecisions = Object.keys(decisions).length > 0;
  }

  static async load(executor: StatementExecutor, decisions: NameDecisions = {}): Promise<PeopleDirectory> {
    const directory = new PeopleDirectory(decisions);
    for (const row of await executor.rows(ALL)) directory.#load(row);
    return directory;
  }

  bySlug(slug: string): Person | undefined {
    return this.#bySlug.get(slug);
  }

  /** The existing person that a mention refers to. */
  find(mention: PersonMention): Person | undefined {
    const decided = this.#decidedFor(mention);
    return decided ? decided.person : this.#findUndecided(mention);
  }

  #findUndecided(mention: PersonMention): Person | undefined {
    const { urlKey, name } = this.#identityOf(mention);
    const linked = linkedSlug(mention);
    if (linked !== undefined) return this.#byName.get(name)?.find(({ slug }) => slug === linked);
    return (
      (urlKey === null ? undefined : this.#byUrlKey.get(urlKey)) ??
      this.#byName.get(name)?.find((person) => urlKey === null || person.urlKey === null) ??
      this.#guess(mention)
    );
  }

  /** The only person whose name resembles a mention that has no URL and isn't a known name. */
  guess(mention: PersonMention): Person | undefined {
    return this.#decidedFor(mention) ? undefined : this.#guess(mention);
  }

  #guess(mention: PersonMention): Person | undefined {
    const { urlKey, name } = this.#identityOf(mention);
    if (urlKey !== null || linkedSlug(mention) !== undefined || this.#byName.has(name)) return undefined;
    const mentioned = nameParts(mention.name);
    if (!mentioned) return undefined;
    const matches = new Set(
      (this.#knownNames.get(mentioned.family) ?? [])
        .filter((candidate) => isSameName(mentioned, candidate))
        .map(({ person }) => person),
    );
    const [match] = matches;
    return matches.size === 1 ? match : undefined;
  }

  /** The person in the archive with the most similar name; undefined if none is similar, or if more than one matches by surname. */
  suggest(mention: PersonMention): Person | undefined {
    const mentioned = nameParts(mention.name);
    if (!mentioned || linkedSlug(mention) !== undefined) return undefined;
    const { urlKey } = this.#identityOf(mention);
    const matches = new Map<Person, { similarity: number; surname: boolean }>();
    for (const family of this.#similarSurnames(mentioned.family))
      for (const { person, parts } of this.#knownNames.get(family) ?? []) {
        if (urlKey !== null && person.urlKey !== null) continue;
        const comparison = compareNames(mentioned, parts);
        if (!comparison || comparison.similarity < Math.max(MIN_NAME_SIMILARITY, matches.get(person)?.similarity ?? 0))
          continue;
        matches.set(person, { similarity: comparison.similarity, surname: comparison.match === 'surname' });
      }
    const ranked = [...matches].toSorted(([, a], [, b]) => b.similarity - a.similarity);
    const [best] = ranked;
    return best && !(best[1].surname && ranked.length > 1) ? best[0] : undefined;
  }

  /** The people in the archive with this surname, folded to one word. */
  withSurname(family: string): Person[] {
    const names = this.#knownNames
      .get(family)
      ?.filter(({ parts }) => parts.family === family && parts.given.length > 0);
    return [...new Set(names?.map(({ person }) => person))];
  }

  /**
   * Creates a person with this name, even if the archive already has one with the same name. Called again with a key, returns the same
   * person.
   */
  create(name: string, key: string): Person {
    const existingPerson = this.#decidedNew.get(key) ?? this.bySlug(this.#decisions[key]?.created ?? '');
    if (existingPerson) return existingPerson;
    const person: Person = { ...this.#add(name, undefined), decidedKey: key };
    this.#bySlug.set(person.slug, person);
    this.#decidedNew.set(key, person);
    return person;
  }

  /** Finds or creates the person that a mention refers to, and adds new URLs and names. */
  resolve(mention: PersonMention): Person {
    const decided = this.#decidedFor(mention);
    if (decided) return decided.person ?? this.create(mention.name, personKey(mention));
    return this.resolveUndecided(mention);
  }

  /** Like `resolve`, but ignores the decisions of curators. */
  resolveUndecided(mention: PersonMention): Person {
    const { urlKey, name } = this.#identityOf(mention);
    const person = this.#findUndecided(mention) ?? this.#add(mention.name, linkedSlug(mention));
    if (urlKey !== null && person.urlKey === null) {
      person.urlKey = urlKey;
      person.wikipediaUrl = mention.wikipedia_url;
      this.#byUrlKey.set(urlKey, person);
      if (person.id !== null) this.#newUrls.push(person);
    }
    this.#addAlias(person, name);
    return person;
  }

  /** Returns and clears the saved people with a new URL. */
  takeNewUrls(): Person[] {
    const people = this.#newUrls;
    this.#newUrls = [];
    return people;
  }

  /** Returns and clears the new aliases of saved people. */
  takeNewAliases(): { person: Person; name_key: string }[] {
    const aliases = this.#newAliases.filter(({ person }) => person.id !== null);
    this.#newAliases = this.#newAliases.filter(({ person }) => person.id === null);
    return aliases;
  }

  /** A curator's decision for a mention; undefined without one. Its `person` is undefined for someone new who isn't saved yet. */
  #decidedFor(mention: PersonMention): { person: Person | undefined } | undefined {
    if (!this.#hasDecisions) return undefined;
    const key = personKey(mention);
    const decided: DecidedName | undefined = this.#decisions[key];
    if (decided?.decision.kind === 'new')
      return { person: this.#decidedNew.get(key) ?? this.#bySlug.get(decided.created ?? '') };
    if (decided?.decision.kind !== 'person') return undefined;
    const person = this.#bySlug.get(decided.decision.person_slug);
    return person && { person };
  }

  #similarSurnames(family: string): string[] {
    this.#surnames ??= surnamesByKey(this.#knownNames.keys());
    return [...new Set([family, ...spellingKeys(family).flatMap((key) => this.#surnames?.get(key) ?? [])])];
  }

  #identityOf(mention: PersonMention) {
    const key = `${mention.name}\n${mention.wikipedia_url ?? ''}`;
    let identity = this.#identities.get(key);
    if (!identity) this.#identities.set(key, (identity = personIdentity(mention)));
    return identity;
  }

  #load({
    id,
    slug,
    full_name: name,
    wikipedia_url: wikipediaUrl,
    wikipedia_key,
    aliases,
    imported_names: importedNames,
    roles,
  }: RowOf<typeof ROW>): void {
    const urlKey = wikipedia_key ?? normalizeWikipediaUrl(wikipediaUrl);
    const person: Person = { id, slug, name, wikipediaUrl, urlKey };
    this.#bySlug.set(slug, person);
    if (urlKey !== null && !this.#byUrlKey.has(urlKey)) this.#byUrlKey.set(urlKey, person);
    for (const imported of importedNames) {
      this.#aliases.add(`${slug} ${imported}`);
      this.#indexName(person, imported);
    }
    this.#indexName(person, normalizeName(name));
    for (const alias of aliases) this.#indexName(person, normalizeName(alias));
    const article = articleName(urlKey);
    const names = [name, ...aliases, ...importedNames, ...(article === null ? [] : [article])];
    const words = new Set(roles ? normalizeName(roles).split(' ').map(fullTitle) : []);
    for (const parts of names.map(nameParts)) if (parts) this.#addKnownName({ person, parts, roles: words });
  }

  #addKnownName(personName: KnownName): void {
    const { parts } = personName;
    for (const key of new Set([parts.family, initialsOf(parts)])) {
      const names = this.#knownNames.get(key);
      if (names) names.push(personName);
      else this.#knownNames.set(key, [personName]);
    }
  }

  #add(name: string, linked: string | undefined): Person {
    const slug = this.#freeSlug(linked ?? personSlug(name));
    const person: Person = { id: null, slug, name, wikipediaUrl: null, urlKey: null };
    this.#bySlug.set(person.slug, person);
    return person;
  }

  #freeSlug(base: string): string {
    let slug = base;
    for (let number = 2; this.#bySlug.has(slug); number += 1) slug = `${base}-${number}`;
    return slug;
  }

  #indexName(person: Person, key: string): void {
    const people = this.#byName.get(key);
    if (!people) this.#byName.set(key, [person]);
    else if (!people.includes(person)) people.push(person);
  }

  #addAlias(person: Person, key: string): void {
    const alias = `${person.slug} ${key}`;
    if (this.#aliases.has(alias)) return;
    this.#aliases.add(alias);
    this.#indexName(person, key);
    this.#newAliases.push({ person, name_key: key });
  }
}

function surnamesByKey(surnames: Iterable<string>): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const surname of surnames)
    for (const key of spellingKeys(surname)) {
      const entries = index.get(key);
      if (entries) entries.push(surname);
      else index.set(key, [surname]);
    }
  return index;
}

/** Whether a mention is another spelling of a known name. */
function isSameName(mentioned: NameParts, { parts, roles }: KnownName): boolean {
  const comparison = compareNames(mentioned, parts);
  if (!comparison) return false;
  if (mentioned.given.length === 0) {
    if (comparison.match === 'initials') return mentioned.family.length >= MIN_INITIALS;
    return mentioned.honorific.length > 0 && mentioned.honorific.every((word) => roles.has(fullTitle(word)));
  }
  if (comparison.match === 'initials')
    return mentioned.given.length > 1 && mentioned.given.length === parts.given.length;
  return comparison.match === 'same';
}
