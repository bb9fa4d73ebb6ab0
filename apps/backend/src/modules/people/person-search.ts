import type { PersonCandidates, PersonListItem, PersonMatch } from '@archive/contracts';
import { compareNaturally } from '@archive/contracts/format';
import {
  articleName,
  compareNames,
  type ComparedNames,
  nameParts,
  type NameParts,
  normalizeName,
  normalizeWikipediaUrl,
  groupMembers,
  readWrittenName,
} from '@archive/voyage-document';
import { Injectable } from '@nestjs/common';
import { col, type ColumnsOf, Database, statement } from '../../database/index.ts';
import { ListSearch, nameQuery, peopleNamed } from '../search/index.ts';
import { PERSON_LIST_ITEM, PERSON_LIST_ITEM_COLUMNS } from './people-sql.ts';

/** Search weight of a person’s name. */
const NAME = 'A';
const MAX_COMPARED = 60;
const MAX_RESULTS = 20;
const MAX_CANDIDATES = 5;
/** Likelihood of a match if the typed name is incomplete, and the amount added for complete words. */
const UNFINISHED = 0.3;
const COMPLETE_WORDS = 0.2;
/** Added if the form of address is in the person's role: "Prime Minister King". */
const SAME_OFFICE = 0.4;
const MIN_CANDIDATE = 0.5;

interface PersonRow extends PersonListItem {
  wikipedia_key: string | null;
  aliases: string[];
  /** Normalized names from imports and merges. */
  recorded: string[];
}

/**
 * $1: words query. $2: name query. $3: the name as typed. $4: the name to find similar spellings of. $5: key of a Wikipedia article. $6:
 * ids to choose from.
 */
const FIND_PEOPLE = statement(
  'people-found',
  `with matches as (
    select p.id from person p where p.search @@ $1::tsquery
    union ${peopleNamed('$2::tsquery')}
    union select p.id from person p where fold(p.full_name) % fold($4)
    union select p.id from person p where p.wikipedia_key = $5),
  page as materialized (
    select p.id from matches join person p on p.id = matches.id where $6::int[] is null or p.id = any($6)
    order by p.wikipedia_key is not distinct from coalesce($5, '') desc, similarity(fold(p.full_name), fold($3)) desc,
      (select count(*) from passenger l where l.person_id = p.id) desc, p.filing_key, p.slug limit ${MAX_COMPARED})
  select item.*, person.wikipedia_key, person.aliases,
    array(select a.name_key from person_alias a where a.person_id = person.id) recorded
  from page join person on person.id = page.id cross join lateral (${PERSON_LIST_ITEM} where p.id = page.id offset 0) item`,
  {
    ...PERSON_LIST_ITEM_COLUMNS,
    wikipedia_key: col.text.nullable(),
    aliases: col.array(col.text),
    recorded: col.array(col.text),
  } satisfies ColumnsOf<PersonRow>,
);

interface RankedPerson {
  person: PersonMatch;
  likelihood: number;
}

/** Finds people by name while a user types, and before a new person is created. */
@Injectable()
export class PersonSearch {
  constructor(
    private readonly database: Database,
    private readonly search: ListSearch,
  ) {}

  /** People by name, including presidents and owners. Sorts by likelihood, then by number of voyages. */
  async pick(typed: string): Promise<PersonMatch[]> {
    const { words, text, selected } = await this.search.queryFor('person', typed);
    const name = nameQuery(text);
    if (!words && !name) return [];
    const find = (...queries: (string | null)[]) =>
      this.database.rows(FIND_PEOPLE, [...queries, text, null, null, selected ?? null]);
    const found = await find(words?.matchAll(NAME) ?? null, name?.query ?? null);
    const rows = found.length > 0 || !name ? found : await find(null, name.similar);
    return rank(rows, name?.parts, null)
      .slice(0, MAX_RESULTS)
      .map(({ person }) => person);
  }

  /** The parts of the name, and people who may be the person with this name or article. */
  async candidates(typed: string, wikipediaUrl: string | null): Promise<PersonCandidates> {
    const article = normalizeWikipediaUrl(wikipediaUrl);
    const name = nameQuery(typed);
    const rows = await this.database.rows(FIND_PEOPLE, [null, name?.similar ?? null, typed, typed, article, null]);
    const people = rank(rows, name?.parts, article)
      .filter(({ person, likelihood }) => person.match !== null && likelihood >= MIN_CANDIDATE)
      .slice(0, MAX_CANDIDATES)
      .map(({ person }) => person);
    const { honorific, name: full_name, role } = readWrittenName(typed);
    return { title: honorific, full_name, role, people, ...membersOf(typed) };
  }
}

/** The people of whom typed text names more than one: "Mr. and Mrs. John Doe". */
function membersOf(typed: string): Pick<PersonCandidates, 'members'> {
  const members = groupMembers(typed);
  // "the President"
  if (!members || (members.length === 1 && members[0]?.kind === 'office')) return {};
  return {
    members: members.flatMap((member) => {
      if (member.kind === 'family') return [];
      return [member.kind === 'office' ? `${member.title} ${member.surname}`.trim() : member.name];
    }),
  };
}

function rank(rows: readonly PersonRow[], typed: NameParts | undefined, article: string | null): RankedPerson[] {
  return rows
    .map((row) => comparePerson(row, typed, article))
    .toSorted(
      (a, b) =>
        Math.round(10 * b.likelihood) - Math.round(10 * a.likelihood) ||
        b.person.voyage_count - a.person.voyage_count ||
        b.likelihood - a.likelihood ||
        compareNaturally(a.person.filing_name, b.person.filing_name),
    );
}

interface BestMatch extends ComparedNames {
  alias: string | null;
}

function comparePerson(
  { wikipedia_key, aliases, recorded, ...person }: PersonRow,
  typed: NameParts | undefined,
  article: string | null,
): RankedPerson {
  if (article !== null && article === wikipedia_key)
    return { person: { ...person, match: 'article', matched_name: null }, likelihood: 2 };
  const article_name = articleName(wikipedia_key);
  const otherNames = [...(article_name === null ? [] : [article_name]), ...aliases, ...recorded];
  let best = typed && compare(typed, person.full_name, null);
  for (const name of otherNames) {
    const next = typed && compare(typed, name, name);
    if (next && (!best || next.similarity > best.similarity)) best = next;
  }
  const likelihood =
    (best?.similarity ?? partialNameLikelihood(person, typed)) +
    (typed && holdsOffice(person, typed) ? SAME_OFFICE : 0);
  const match = best && best.alias !== null && best.match !== 'surname' ? 'alias' : (best?.match ?? null);
  return { person: { ...person, match, matched_name: match === 'alias' ? (best?.alias ?? null) : null }, likelihood };
}

function compare(typed: NameParts, name: string, alias: string | null): BestMatch | undefined {
  const parts = nameParts(name);
  const result = parts && compareNames(typed, parts);
  return result && { ...result, alias };
}

/** The likelihood of a person whose name begins with the typed text. */
function partialNameLikelihood({ full_name }: PersonListItem, typed: NameParts | undefined): number {
  const words = typed ? [...typed.given, typed.family] : [];
  const nameWords = new Set(normalizeName(full_name).split(' '));
  const complete = words.filter((word) => nameWords.has(word)).length;
  return UNFINISHED + (words.length > 0 ? (COMPLETE_WORDS * complete) / words.length : 0);
}

/** Whether all words of the form of address are in the person's roles, such as "Prime Minister" in "Prime Minister of Canada". */
function holdsOffice({ role_title, capacity_role, title }: PersonListItem, { honorific }: NameParts): boolean {
  if (honorific.length === 0) return false;
  const words = new Set(normalizeName([role_title, capacity_role, title].filter(Boolean).join(' ') || '-').split(' '));
  return honorific.every((word) => words.has(word));
}
