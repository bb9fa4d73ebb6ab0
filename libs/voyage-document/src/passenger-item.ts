import { isCrewRole } from './crew.ts';
import { areUnnamedGuests, isPlaceholder } from './guests.ts';
import { findLinks } from './links.ts';
import { takeMarker } from './lists.ts';
import { findPairs, forEachOutside } from './pairs.ts';
import { isTitleWord, splitTitle } from './ranks.ts';
import { saysSomething } from './sentences.ts';
import { toSingleLine, trimEmphasis, unescapeText } from './texts.ts';
import type { PassengerRecord } from './types.ts';

/** One item of a passenger list: people, unnamed guests, or a mistake to report. */
export interface PassengerItem {
  passengers: PassengerRecord[];
  guests: string | null;
  slip: 'placeholder' | 'link without a name' | 'names run together' | 'sentence' | 'group' | null;
}

const LEADING_AND = /^(?:(?:and|plus)\s+|&\s*)/i;
const TRAILING_AND = /(?:^|\s)(?:and|plus|&)$/i;
const GENERATION = /^(?:jr|sr|ii|iii|iv)\.?$/i;

const NAME = String.raw`\p{Lu}[\p{L}.'’-]*(?: \p{Lu}[\p{L}.'’-]*)+`;
/** "Harry Truman and Bess Truman". */
const FULL_NAMES = new RegExp(String.raw`^(${NAME}) (?:and|&) (${NAME})$`, 'u');
/** "President and Mrs. Kennedy", "Ben and Tony Bradlee". */
const COUPLE = /^\p{Lu}\S*(?: \p{Lu}\S*)* (?:and|&) \p{Lu}/u;
/** "wedding party of 45". */
const PARTY = /\b(?:party|group|delegation|team|band|crew|class|troop) of (?:about |some )?\d/i;

/** Splits groups in parentheses from the text. */
function takeRoles(raw: string): { text: string; roles: string[] } {
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

function plain(raw: string): string {
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

function readUnlinked(raw: string): PassengerItem {
  const { text, roles } = takeRoles(raw);
  const main = toSingleLine(trimEmphasis(text.trim()).replace(LEADING_AND, '')) ?? '';
  if (main === '') return { passengers: [], guests: toSingleLine(roles.join(', ')), slip: null };
  const unescaped = toSingleLine(unescapeText(main)) ?? '';
  if (isPlaceholder(unescaped)) return { passengers: [], guests: null, slip: 'placeholder' };
  if (areUnnamedGuests(unescaped)) {
    return { passengers: [], guests: toSingleLine(unescapeText(raw).trim().replace(LEADING_AND, '')), slip: null };
  }
  if (saysSomething(unescaped)) return { passengers: [], guests: null, slip: 'sentence' };
  const both = FULL_NAMES.exec(unescaped);
  if (both && roles.length === 0 && !isTitleWord((both[1] ?? '').split(' ')[0] ?? '')) {
    const people = [both[1] ?? '', both[2] ?? ''].map((one) =>
      withRole({ ...splitTitle(one), wikipedia_url: null }, []),
    );
    return { passengers: people, guests: null, slip: 'names run together' };
  }
  if (COUPLE.test(unescaped) || PARTY.test(unescaped)) {
    const guests = toSingleLine(unescapeText(raw).trim().replace(LEADING_AND, ''));
    return { passengers: [], guests, slip: 'group' };
  }
  const { title, name } = splitTitle(unescaped);
  return { passengers: [withRole({ name, wikipedia_url: null, title }, roles)], guests: null, slip: null };
}

/** Text after a link, outside parentheses: a generation belongs to the name, the rest to the role. */
function readTrailing(name: string, raw: string): { name: string; roles: string[] } {
  const { text, roles } = takeRoles(raw);
  const trailing = plain(text).replace(/^[–—:-]\s*/, '');
  if (trailing === '' || trailing === '.') return { name, roles };
  const [first = '', ...others] = trailing.split(' ');
  if (!GENERATION.test(first)) return { name, roles: [trailing, ...roles] };
  return { name: `${name} ${first}`, roles: others.length > 0 ? [others.join(' '), ...roles] : roles };
}

function readLinked(raw: string, links: ReturnType<typeof findLinks>): PassengerItem {
  const passengers: PassengerRecord[] = [];
  let slip: PassengerItem['slip'] = null;
  let title = titleFrom(raw.slice(0, links[0]?.start));
  for (const [index, link] of links.entries()) {
    const next = links[index + 1];
    const between = raw.slice(link.end, next?.start);
    let roles: string[];
    let name = link.label;
    let nextTitle: string | null = null;
    if (next) {
      const taken = takeRoles(between);
      roles = taken.roles;
      if (!LEADING_AND.test(taken.text.trim()) && !TRAILING_AND.test(taken.text.trim())) slip = 'names run together';
      nextTitle = titleFrom(taken.text.trim().replace(TRAILING_AND, ''));
    } else {
      ({ name, roles } = readTrailing(name, between));
    }
    if (name === '') slip = 'link without a name';
    else passengers.push(withRole({ name, wikipedia_url: toSingleLine(link.address), title }, roles));
    title = nextTitle;
  }
  return { passengers, guests: null, slip };
}

/** Reads an item of the Passengers field: `Title [Name](url) (role)`, with everything but the name optional. */
export function readPassengerItem(item: string): PassengerItem {
  const { text, mark } = takeMarker(item, ['crew', 'guest'] as const);
  const links = findLinks(text);
  const read = links.length === 0 ? readUnlinked(text) : readLinked(text, links);
  if (mark !== null) for (const passenger of read.passengers) passenger.is_crew = mark === 'crew';
  return read;
}
