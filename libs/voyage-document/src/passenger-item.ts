// cspell:ignore Familie famille
import { isCrewRole } from './crew.ts';
import { hasPluralTitle } from './group-members.ts';
import { areUnnamedGuests, isGroupWord, isPlaceholder } from './guests.ts';
import { isImprobableName } from './improbable-names.ts';
import { findLinks, type Link } from './links.ts';
import { takeMarker } from './lists.ts';
import { isOffice } from './offices.ts';
import { findPairs, forEachOutside } from './pairs.ts';
import { areLettersAfterName, generationOf } from './name-words.ts';
import { isNobleWord, isTitleWord, singularTitle, splitTitle } from './ranks.ts';
import { hasVerb } from './sentences.ts';
import { splitLetters } from './suffixes.ts';
import { isOrganization } from './surnames.ts';
import { toSingleLine, trimEmphasis, unescapeText } from './texts.ts';
import type { PassengerRecord } from './types.ts';

/** One item of a passenger list: people, unnamed guests, or a mistake to report. */
export interface PassengerItem {
  passengers: PassengerRecord[];
  guests: string | null;
  issue:
    | 'placeholder'
    | 'link without a name'
    | 'names run together'
    | 'sentence'
    | 'group'
    | 'no name'
    | 'improbable'
    | 'plural title'
    | 'role after a dash'
    | null;
  /** Tooltips of links. They are reported, because a passenger record has no field for them. */
  tooltips?: string[];
}

const LEADING_AND = /^(?:(?:and|plus)\s+|&\s*)/i;
const TRAILING_AND = /(?:^|\s)(?:and|plus|&)$/i;

const NAME = String.raw`\p{Lu}[\p{L}.'\u2019-]*(?: \p{Lu}[\p{L}.'\u2019-]*)+`;
/** "Harry Truman and Bess Truman", "Harry Truman / Bess Truman". */
const BETWEEN_NAMES = / (?:and|&) | ?[|/] ?/;
const FULL_NAME = new RegExp(`^${NAME}$`, 'u');
/** "President and Mrs. Kennedy", "Ben and Tony Bradlee". */
const COUPLE = /^(?:the |der |le )?\p{Lu}\S*(?: \p{Lu}\S*)*(?: (?:and|und|et|&) (?:\p{Lu}|wife )|\/\p{Lu}\S* \p{Lu})/u;
/** "wedding party of 45". */
const PARTY = /\b(?:party|group|delegation|team|band|crew|class|troop) of (?:about |some )?\d/i;

/** "Senator Smathers and party", "David Niven and wife Hjordis", "the Radziwills". */
const WITH_OTHERS =
  /\s(?:and|&|\+|with|w\/|plus)\s(?:(?:his|her|their|the)\s)?(?:wife|husband|family|party|sons?|daughters?|children|guests?|staff|aides?|friends?|others|company|entourage|wives|grandchildren|parents|date|escort|valet|nurse|secretary|agents?)\b|\s(?:\+|w\/)\s\S/i;
/** "Members of the Cabinet", "Boy Scouts of Troop 12", "Ann Ray et al.", "Ann Poe and 3 children". */
const COLLECTIVE =
  /^(?:members|wives|officers|staff|friends|employees) of |\b(?:troop|pack|company|class|squad|battalion) \d| et al\.?$| (?:and|&) \d+ /i;
/** "the Cabinet", "the Andrews Sisters", but "the Duke of Windsor" and "the Hon. Ann Ray". */
const startsWithArticle = (words: readonly string[]) => {
  const next = words[1] ?? '';
  return (
    /^the$/i.test(words[0] ?? '') &&
    next !== '' &&
    !isTitleWord(next) &&
    !isNobleWord(next) &&
    !NAMED_WITH_ARTICLE.test(next)
  );
};
const NAMED_WITH_ARTICLE = /^(?:aga|rt|right|most|very|late|crown)\b/i;
/** Whether an entry is a group that has no names of people. */
const isCollective = (text: string): boolean => {
  const words = text.split(' ');
  const last = words.at(-1) ?? '';
  return (
    COLLECTIVE.test(text) ||
    startsWithArticle(words) ||
    isOrganization(words) ||
    (words.length > 1 && isGroupWord(last))
  );
};

/** The number of people in a group: "Congressional wives (32)". */
const ONLY_NUMBER = /^(?:about |approx\. |c\. ?)?\d{1,4}$/i;
const FAMILY_PHRASE =
  /^(?:[Tt]he \p{Lu}[\p{L}'’-]*s['’]?|(?:[Tt]he )?\p{Lu}[\p{L}'’-]* (?:family|Family)|(?:[Dd]ie )?Familie \p{Lu}[\p{L}'’-]*|(?:[Ll]a )?(?:famille|Famille) \p{Lu}[\p{L}'’-]*)$/u;
/** Text that can't be a name: a date, a label before text, or a URL. */
const NOT_A_NAME = /^\d{4}-\d{2}|^\d{1,2}[/.]\d{1,2}[/.]\d{2}|[\p{L}\d]:\s|^https?:|^#+\s|^!?\[\^/u;
const DASH = /^(\p{Lu}.*?\S)\s+[-–—]\s+(\S.*)$/u;
const MAX_NAME_WORDS = 10;

/** A nickname before the surname: "Wilton B. (Jerry) Persons". */
const NICKNAME = new RegExp(
  String.raw`^(?:\p{Lu}[\p{L}.'\u2019-]* )+\((\p{Lu}[\p{L}'\u2019-]+(?: \p{Lu}[\p{L}'\u2019-]+){0,2})\) \p{Lu}[\p{L}'\u2019-]+(?: [JS]r\.?| [IV]+)?$`,
  'u',
);
const hasNickname = (text: string) => {
  const nickname = NICKNAME.exec(text.trim())?.[1];
  return nickname !== undefined && !isOffice(nickname) && !nickname.split(' ').some((word) => isNameAddition(word));
};
const isNameAddition = (word: string) => isTitleWord(word) || isNobleWord(word) || areLettersAfterName(word);

/** Splits groups in parentheses from the text. */
function takeRoles(raw: string): { text: string; roles: string[] } {
  if (!raw.includes('(') || hasNickname(raw)) return { text: raw, roles: [] };
  const pairs = findPairs(raw);
  const roles: string[] = [];
  const parts: string[] = [];
  let position = 0;
  forEachOutside(raw, pairs, (index, close) => {
    if (close === null || raw[index] !== '(') return;
    parts.push(raw.slice(position, index));
    const role = toSingleLine(unescapeText(raw.slice(index + 1, close)));
    if (role !== null) roles.push(role);
    position = close + 1;
  });
  parts.push(raw.slice(position));
  return { text: parts.join(' '), roles };
}

function plainText(raw: string): string {
  return toSingleLine(unescapeText(trimEmphasis(raw.trim()))) ?? '';
}

function titleFrom(raw: string): string | null {
  const text = trimEmphasis(raw.trim())
    .replace(LEADING_AND, '')
    .replace(/(?<!\\):$/, '');
  return toSingleLine(unescapeText(text));
}

function withRole(passenger: Omit<PassengerRecord, 'role' | 'is_crew'>, roles: readonly string[]): PassengerRecord {
  const role = toSingleLine(roles.join(', '));
  return { ...passenger, role, is_crew: isCrewRole(role) };
}

/** "Ron Ziegler - Press Secretary", "Manolo Sanchez – valet". */
function splitDash(text: string): { name: string; role: string } | null {
  const [, name = '', role = ''] = DASH.exec(text) ?? [];
  const isRole = isOffice(role) || /^\p{Ll}/u.test(role);
  return isRole && name.includes(' ') ? { name, role } : null;
}

const isNumber = (role: string) => ONLY_NUMBER.test(role);

function readUnlinked(raw: string, hasCapitals: boolean): PassengerItem {
  const { text, roles } = takeRoles(raw);
  const main = toSingleLine(trimEmphasis(text.trim()).replace(LEADING_AND, '')) ?? '';
  if (main === '') return { passengers: [], guests: toSingleLine(roles.join(', ')), issue: null };
  const unescaped = toSingleLine(unescapeText(main)) ?? '';
  if (isPlaceholder(unescaped)) return { passengers: [], guests: toSingleLine(roles.join(', ')), issue: 'placeholder' };
  if (areUnnamedGuests(unescaped)) {
    return { passengers: [], guests: toSingleLine(unescapeText(raw).trim().replace(LEADING_AND, '')), issue: null };
  }
  if (hasVerb(unescaped) || NOT_A_NAME.test(unescaped) || unescaped.split(' ').length > MAX_NAME_WORDS)
    return { passengers: [], guests: null, issue: 'sentence' };
  if (!/[\p{L}\p{N}]/u.test(unescaped))
    return { passengers: [], guests: toSingleLine(roles.join(', ')), issue: 'placeholder' };
  const asText = toSingleLine(unescapeText(raw).trim().replace(LEADING_AND, ''));
  const names = unescaped.split(BETWEEN_NAMES);
  if (
    names.length > 1 &&
    names.every((item) => FULL_NAME.test(item)) &&
    roles.length === 0 &&
    !hasPluralTitle(unescaped) &&
    !isTitleWord(unescaped.split(' ')[0] ?? '')
  ) {
    const people = names.map((item) => withRole({ ...splitTitle(item), wikipedia_url: null }, []));
    return { passengers: people, guests: null, issue: 'names run together' };
  }
  if (hasPluralTitle(unescaped) || [COUPLE, PARTY, WITH_OTHERS, FAMILY_PHRASE].some((group) => group.test(unescaped)))
    return { passengers: [], guests: asText, issue: 'group' };
  const [plural = '', ...titled] = unescaped.replace(/^the /i, '').split(' ');
  const singular = singularTitle(plural);
  // “Senators Hugh Scott, Clark Clifford”, and “the Misses Ray”
  if (singular !== undefined && FULL_NAME.test(titled.join(' ')))
    return {
      passengers: [withRole({ name: titled.join(' '), wikipedia_url: null, title: singular }, roles)],
      guests: null,
      issue: 'plural title',
    };
  if (singular !== undefined && titled.length === 1) return { passengers: [], guests: asText, issue: 'group' };
  if (isOffice(unescaped) || (hasCapitals && !/[\p{Lu}\p{Lo}]/u.test(unescaped)))
    return { passengers: [], guests: asText, issue: 'no name' };
  if (isCollective(unescaped) || roles.some(isNumber)) return { passengers: [], guests: asText, issue: 'group' };
  const dashed = roles.length === 0 ? splitDash(unescaped) : null;
  if (dashed) {
    const person = withRole({ ...splitTitle(dashed.name), wikipedia_url: null }, [dashed.role]);
    return { passengers: [person], guests: null, issue: 'role after a dash' };
  }
  if (isImprobableName(unescaped)) return { passengers: [], guests: asText, issue: 'improbable' };
  const { name: nameText, role } = splitLetters(unescaped);
  const { title, name } = splitTitle(nameText);
  const allRoles = role === null ? roles : [role, ...roles];
  return { passengers: [withRole({ name, wikipedia_url: null, title }, allRoles)], guests: null, issue: null };
}

/** Splits the text after a link, outside parentheses: a generation (Jr., III) belongs to the name, the rest to the role. */
function readTrailing(name: string, raw: string): { name: string; roles: string[] } {
  const { text, roles } = takeRoles(raw);
  const trailing = plainText(text).replace(/^[–—:-]\s*/, '');
  if (trailing === '' || trailing === '.') return { name, roles };
  const [firstWord = '', ...otherWords] = trailing.split(' ');
  if (generationOf(firstWord) === undefined) return { name, roles: [trailing, ...roles] };
  return { name: `${name} ${firstWord}`, roles: otherWords.length > 0 ? [otherWords.join(' '), ...roles] : roles };
}

function readLinked(raw: string, links: ReturnType<typeof findLinks>): PassengerItem {
  const passengers: PassengerRecord[] = [];
  let guests: string[] = [];
  const tooltips: string[] = [];
  let issue: PassengerItem['issue'] = null;
  const written = titleFrom(raw.slice(0, links[0]?.start));
  const shared = written === null ? undefined : singularTitle(written.replace(/^the /i, ''));
  let title = shared ?? written;
  for (const [index, link] of links.entries()) {
    const next = links[index + 1];
    const between = raw.slice(link.end, next?.start);
    let roles: string[];
    let name = link.label;
    let nextTitle: string | null = null;
    if (next) {
      const extracted = takeRoles(between);
      roles = extracted.roles;
      if (!LEADING_AND.test(extracted.text.trim()) && !TRAILING_AND.test(extracted.text.trim()))
        issue = 'names run together';
      nextTitle = titleFrom(extracted.text.trim().replace(TRAILING_AND, ''));
    } else {
      ({ name, roles } = readTrailing(name, between));
    }
    if (link.tooltip !== null && !says(link, link.tooltip)) tooltips.push(link.tooltip);
    if (name === '') [issue, guests] = ['link without a name', [...guests, ...roles]];
    else passengers.push(withRole({ name, wikipedia_url: toSingleLine(link.url), title }, roles));
    title = nextTitle ?? shared ?? null;
  }
  if (shared !== undefined && links.length === 1) issue ??= 'plural title';
  return { passengers, guests: toSingleLine(guests.join(', ')), issue, tooltips };
}

/** Whether the tooltip only repeats the name or URL of the link, as Wikipedia's tooltips do. */
const says = ({ label, url }: Link, tooltip: string) =>
  [label, url.replaceAll('_', ' ')].some((text) => text.toLowerCase().includes(tooltip.toLowerCase()));

/** Cache of the passenger items of a document, because documents name the same people again and again. Voyages share the cached records. */
export class PassengerItems {
  readonly #read = new Map<string, PassengerItem>();

  read(item: string, hasCapitals = false): PassengerItem {
    const key = `${hasCapitals ? 'A' : 'a'}${item}`;
    let read = this.#read.get(key);
    if (!read) this.#read.set(key, (read = readPassengerItem(item, hasCapitals)));
    return read;
  }
}

/**
 * Parses an item of the Passengers field: `Title [Name](url) (role)`, with everything but the name optional. If other items of the list
 * have capital letters, an item without capitals isn't a name.
 */
function readPassengerItem(item: string, hasCapitals = false): PassengerItem {
  const { text, mark } = takeMarker(item, ['crew', 'guest'] as const);
  if (text.trim() === '') return { passengers: [], guests: null, issue: 'placeholder' };
  const links = findLinks(text);
  const read = links.length === 0 ? readUnlinked(text, hasCapitals) : readLinked(text, links);
  if (mark !== null) for (const passenger of read.passengers) passenger.is_crew = mark === 'crew';
  return read;
}
