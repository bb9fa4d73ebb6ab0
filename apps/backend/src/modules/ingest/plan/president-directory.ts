import {
  isPartialDate,
  isPresidentialParty,
  NAVY_OWNER,
  type OwnerProposal,
  PRIVATE_OWNER,
  proposeOwner,
} from '@archive/contracts';
import {
  administrationName,
  earliestDay,
  latestDay,
  normalizeName,
  type OwnerSection,
  personSlug,
} from '@archive/voyage-document';
import { col, statement, type StatementExecutor } from '../../../database/index.ts';
import { type NameDecisions, ownerKey } from './name-decisions.ts';
import type { PeopleDirectory, Person } from './people-directory.ts';

/** A president or owner: existing, or created by the import. */
export interface President {
  person: Person;
  saved: boolean;
  initials: string | null;
  party: string | null;
  term_start: string | null;
  term_end: string | null;
}

/** Party of new presidents until a curator enters it. Distinguishes presidents from other owners. */
const UNKNOWN_PARTY = 'Unknown';

const NAVY_NAMES = new Set(['us navy', 'u s navy', 'united states navy', 'the navy', 'navy']);

/** The date if the archive can store it; null otherwise. Documents can contain dates outside the archive's range. */
const storableDate = (date: string | null) => (date !== null && isPartialDate(date) ? date : null);

type Heading = Omit<OwnerSection, 'line'>;

const surname = (slug: string) => slug.split('-', 1)[0];
const isPart = (short: string, long: string) => long === short || long.startsWith(`${short}-`);
/** The address of a person, and the one that a new person of this name gets, which differs after a change of the name or the rules. */
const slugsOf = ({ slug, name }: Person) => [slug, personSlug(name)];

const ALL = statement(
  'ingest-presidents',
  `select p.slug, o.initials, o.party, o.term_start, o.term_end
  from president o join person p on p.id = o.person_id
  order by earliest_day(o.term_start) nulls last, o.person_id`,
  {
    slug: col.text,
    initials: col.text.nullable(),
    party: col.text.nullable(),
    term_start: col.text.nullable(),
    term_end: col.text.nullable(),
  },
);

/** Finds the president or owner that a heading refers to: by initials, or by name and term. */
export class PresidentDirectory {
  readonly #people: PeopleDirectory;
  readonly #presidents: President[] = [];
  /** Cache by heading, because every voyage under a heading looks it up. */
  readonly #resolved = new Map<string, President | null>();

  readonly #decisions: NameDecisions;

  private constructor(people: PeopleDirectory, decisions: NameDecisions) {
    this.#people = people;
    this.#decisions = decisions;
  }

  static async load(
    executor: StatementExecutor,
    people: PeopleDirectory,
    decisions: NameDecisions = {},
  ): Promise<PresidentDirectory> {
    const directory = new PresidentDirectory(people, decisions);
    for (const { slug, ...rest } of await executor.rows(ALL)) {
      const person = people.bySlug(slug);
      if (person) directory.#presidents.push({ person, saved: true, ...rest });
    }
    return directory;
  }

  /**
   * `firstDate` is the earliest date under the heading. It distinguishes people with the same name if the heading has no term. Null for a
   * heading that doesn't name an owner: a title without a name that the archive knows, or as a curator decided.
   */
  resolve(heading: Heading, firstDate: string | null): President | null {
    const key = JSON.stringify([heading.kind, heading.name, heading.term_start, firstDate]);
    let president = this.#resolved.get(key);
    if (president === undefined) this.#resolved.set(key, (president = this.#find(heading, firstDate)));
    return president;
  }

  /** Proposes the owner of a voyage that states none, by the people aboard and its date. */
  propose(date: string, aboard: readonly Person[]): OwnerProposal<{ president: President }> | null {
    const owners = this.#presidents.map((president) => ({
      president,
      president_slug: president.person.slug,
      ...president,
    }));
    return proposeOwner(date, new Set(aboard.map(({ slug }) => slug)), owners);
  }

  /** The president or owner with this slug. */
  bySlug(slug: string): President | undefined {
    return this.#presidents.find(({ person }) => person.slug === slug);
  }

  #find(heading: Heading, firstDate: string | null): President | null {
    const decided = this.#decidedFor(heading);
    if (decided) return decided;
    if (this.#decisions[ownerKey(heading)]?.decision.kind === 'text') return null;
    if (heading.unconfirmed) return this.#known(heading);
    const exactMatches = this.#presidents.filter((president) => isExactly(president, heading));
    if (exactMatches.length === 1 && exactMatches[0]) return exactMatches[0];
    return heading.kind === 'president' ? this.#president(heading, firstDate) : this.#owner(heading);
  }

  /** The president or owner that the archive knows by the name that a title may have: "Calvin Coolidge Administration". */
  #known({ name }: Heading): President | null {
    const names = [name, administrationName(name) ?? name].map(normalizeName);
    return this.#presidents.find(({ person, saved }) => saved && names.includes(normalizeName(person.name))) ?? null;
  }

  #decidedFor(heading: Heading): President | undefined {
    const key = ownerKey(heading);
    const decision = this.#decisions[key]?.decision;
    if (decision?.kind === 'person') return this.bySlug(decision.person_slug);
    if (decision?.kind !== 'new') return undefined;
    const person = this.#people.create(heading.name, key);
    return (
      this.#presidents.find((president) => president.person.slug === person.slug) ??
      this.#addPerson(heading, heading.kind === 'president' ? UNKNOWN_PARTY : PRIVATE_OWNER, person)
    );
  }

  #president(heading: Heading, firstDate: string | null): President {
    const slug = personSlug(heading.name);
    const date = heading.term_start ?? firstDate;
    const matches = this.#presidents
      .filter(({ party }) => isPresidentialParty(party))
      .filter(({ initials, person, term_start }) => {
        if (initials !== null && initials === heading.name.replaceAll('.', '').toUpperCase()) return true;
        const slugs = slugsOf(person);
        if (slugs.some((known) => isPart(slug, known) || isPart(known, slug))) return true;
        const isNamesake = slugs.some((known) => surname(slug) === surname(known));
        return isNamesake && term_start !== null && term_start === heading.term_start;
      })
      .filter((president) => date === null || termOverlaps(president, date));
    const exact = matches.find(({ term_start }) => term_start === heading.term_start);
    return exact ?? matches[0] ?? this.#add(heading, UNKNOWN_PARTY);
  }

  #owner(heading: Heading): President {
    const normalizedName = normalizeName(heading.name);
    const slug = personSlug(heading.name);
    const president = this.#presidents.find(
      ({ person, term_start }) =>
        normalizeName(person.name) === normalizedName ||
        (slugsOf(person).some((known) => isPart(slug, known)) &&
          term_start !== null &&
          term_start === heading.term_start),
    );
    if (president) return president;
    return this.#add(heading, NAVY_NAMES.has(normalizedName) ? NAVY_OWNER : PRIVATE_OWNER);
  }

  /** Creates a president or owner, unless the person already is one. */
  #add(heading: Heading, party: string): President {
    const person = this.#people.resolveUndecided({ name: heading.name, wikipedia_url: null });
    return this.#presidents.find((president) => president.person === person) ?? this.#addPerson(heading, party, person);
  }

  #addPerson({ term_start, term_end }: Heading, party: string, person: Person): President {
    const president = {
      person,
      saved: false,
      initials: null,
      party,
      term_start: storableDate(term_start),
      term_end: storableDate(term_end),
    };
    this.#presidents.push(president);
    return president;
  }
}

/** Whether a heading matches exactly, as in an exported document. */
const isExactly = ({ person, party, term_start }: President, { kind, name, term_start: start }: Heading) =>
  isPresidentialParty(party) === (kind === 'president') &&
  term_start === start &&
  normalizeName(person.name) === normalizeName(name);

/** Whether a term and a partial date overlap. Unknown ends are open. */
function termOverlaps({ term_start, term_end }: President, date: string): boolean {
  const from = term_start === null ? null : earliestDay(term_start);
  const to = term_end === null ? null : latestDay(term_end);
  const firstDay = earliestDay(date) ?? '';
  const last = latestDay(date) ?? '';
  return (from === null || last >= from) && (to === null || firstDay <= to);
}
