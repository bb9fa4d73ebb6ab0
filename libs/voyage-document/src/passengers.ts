import { hasKnownGivenName, joinNameParts, joinInvertedNames } from './inverted-names.ts';
import { groupMembers } from './group-members.ts';
import { splitList, type ListItem } from './lists.ts';
import { isRank, suffixOf } from './suffixes.ts';
import { isOffice } from './offices.ts';
import { PassengerItems } from './passenger-item.ts';
import { findPairs } from './pairs.ts';
import type { Report } from './problems.ts';
import { isNobleWord, isTitleWord, singularTitle } from './ranks.ts';
import { splitSentences } from './sentences.ts';
import { escapeText, excerpt, toSingleLine, unescapeText } from './texts.ts';
import { withoutMarkup } from './markup.ts';
import type { PassengerRecord } from './types.ts';

export interface PassengerList {
  passengers: PassengerRecord[];
  additional_guests: string | null;
}

/** A parsed Passengers field. */
export interface ReadPassengerList extends PassengerList {
  /** Text that isn't a list of people. It is added to Additional Information. */
  prose: string[];
  /** The entries of `additional_guests` to review: those that name more than one person, such as "Ben and Tony Bradlee", the President, or probably nobody. */
  groups: string[];
}

const withoutNote = (text: string) => text.replace(/\s*\([^()]*\)$/, '');
const AND = /(?:^|\s)(?:and|&)\s/i;
const LEADING_AND = /^(?:and|&)\s+/i;

/** Whether an item can share the title of the names before it: a name without a title, an office or a number of its own. */
function mayShareTitle(text: string, isSurname: boolean): boolean {
  const names = withoutNote(text.replace(LEADING_AND, '')).split(/\s+(?:and|&)\s+/i);
  return names.every((name, index) => {
    const [first = '', ...others] = name.split(' ');
    const hasTitle = others.length > 0 && (isTitleWord(first) || isNobleWord(first) || /^(?:mr|miss)\b/i.test(first));
    const isName = /^\p{Lu}/u.test(first) && !hasTitle;
    // “Senators Scott and Bess Truman”
    return isName && !isOffice(name) && (index > 0 || !isSurname || others.length === 0) && !/[[\d]/.test(name);
  });
}

/**
 * The last of the items that share a title in the plural: "Senators Scott, Griffin and Tower". Full names share it only up to an "and", because
 * each can also stand alone: "Senators Hugh Scott, Clark Clifford, Adm. Leahy".
 */
function lastWithTitle(items: readonly ListItem[], index: number): number {
  const [title = '', ...names] = withoutNote((items[index]?.text ?? '').replace(/^the /i, '')).split(' ');
  if (singularTitle(title) === undefined || names.length === 0) return index;
  const isSurname = names.length === 1;
  let last = index;
  while (
    items[last]?.end === ',' &&
    !AND.test(items[last]?.text ?? '') &&
    mayShareTitle(items[last + 1]?.text ?? '', isSurname)
  )
    last += 1;
  return isSurname || AND.test(items[last]?.text ?? '') ? last : index;
}

/** Rejoins the names that share a title in the plural. */
function joinSharedTitles(items: readonly ListItem[]): ListItem[] {
  const joined: ListItem[] = [];
  for (let index = 0; index < items.length; index += 1) {
    const last = lastWithTitle(items, index);
    const run = items.slice(index, last + 1);
    const [first = { text: '', lineOffset: 0, end: '' }] = run;
    joined.push({ ...first, text: run.map(({ text }) => text).join(', '), end: run.at(-1)?.end ?? '' });
    index = last;
  }
  return joined;
}

/** Rejoins "John Smith, Jr." and "John Smith, Captain USN", where the comma doesn't separate names. */
function joinSuffixes(items: readonly ListItem[]): ListItem[] {
  const merged: ListItem[] = [];
  for (const [index, item] of items.entries()) {
    const last = merged.at(-1);
    const [, text = item.text, note = ''] = /^(.*?)\s*(\(.*)?$/s.exec(item.text) ?? [];
    const next = suffixOf(items[index + 1]?.text ?? '');
    const isRankBeforeService = next !== undefined && 'role' in next && item.end === ',' && isRank(text);
    // "Leahy, Admiral"
    if (last?.end === ',' && note === '' && /^\p{Lu}[\p{L}'’-]+$/u.test(last.text) && isRank(text)) {
      Object.assign(last, { text: `${text} ${last.text}`, end: item.end });
      continue;
    }
    const suffix =
      last && text !== '' ? (suffixOf(text) ?? (isRankBeforeService ? { role: text } : undefined)) : undefined;
    if (last && suffix) {
      last.end = item.end;
      last.text = [last.text, 'role' in suffix ? `(${suffix.role})` : suffix.generation, note]
        .filter(Boolean)
        .join(' ');
    } else {
      merged.push({ ...item });
    }
  }
  return merged;
}

const FIRST = /(?:^|[^\S\n])\(?1[.)]\s+\p{Lu}/u;
const SECOND = /\s\(?2[.)]\s+\p{Lu}/u;
const NUMBER = /(^|[,;]\s*|[^\S\n]+)\(?\d{1,2}[.)][^\S\n]+(?=\p{Lu})/gu;

/** Separates the items of "1) Harry Truman 2) Bess Truman" on one line with semicolons. */
function separateNumbers(line: string): string {
  const firstMatch = FIRST.exec(line);
  if (!firstMatch || !SECOND.test(line.slice(firstMatch.index + firstMatch[0].length))) return line;
  return line.replaceAll(NUMBER, (_, prefix: string) => (prefix === '' ? '' : '; '));
}

/** Whether the people in a list are on separate lines or separated by semicolons, so that a comma can introduce a role. */
const isGrouped = (items: readonly ListItem[]) => items.slice(0, -1).some(({ end }) => end === ';' || end === '\n');

const LONGEST_ROLE = 200;
const hasCapital = (text: string) => /\p{Lu}/u.test(text);
const isLowerCase = (text: string) => !hasCapital(text) && /\p{Ll}/u.test(text) && !/[[{\d]/.test(text);

/**
 * Joins "Dean Acheson, Secretary of State". In a list where commas don't separate people (`isGrouped`), also joins "Omar Bradley, Chairman,
 * Joint Chiefs" and "Rose Woods, secretary". `isPerson` tells whether an item names one person.
 */
function joinRoles(
  items: readonly ListItem[],
  isPerson: (item: ListItem) => boolean,
): { items: ListItem[]; roles: [item: ListItem, role: string, name: string][] } {
  const hasGroups = isGrouped(items);
  const merged: ListItem[] = [];
  const roles: [ListItem, string, string][] = [];
  let person: ListItem | null = null;
  let hasRole = false;
  for (const [index, item] of items.entries()) {
    const previous = items[index - 1];
    const last = merged.at(-1);
    if (previous?.end !== ',' || !last || item.text.length > LONGEST_ROLE) {
      [person, hasRole] = [item, false];
      merged.push({ ...item });
      continue;
    }
    const name = item.text.endsWith(')') ? item.text.replace(/\s*\([^()]*\)$/, '') : item.text;
    const text = toSingleLine(unescapeText(name)) ?? '';
    const isOfficeItem = isOffice(text) && (hasGroups || (hasCapital(text) && !/^the\s/i.test(text)));
    const belongsToPrevious =
      isOfficeItem || (hasGroups && (isLowerCase(text) || (hasRole && !hasKnownGivenName(text))));
    if (person === null || !belongsToPrevious || item.text.includes('](') || !(hasRole || isPerson(person))) {
      [person, hasRole] = [item, false];
      merged.push({ ...item });
      continue;
    }
    const role = item.text.replace(/\s*\(([^()]*)\)$/, ', $1');
    last.text = hasRole ? `${last.text.slice(0, -1)}, ${role})` : `${last.text} (${role})`;
    last.end = item.end;
    hasRole = true;
    roles.push([item, text, person.text]);
  }
  return { items: merged, roles };
}

/** Whether an item names one person in full, so that a role can follow. */
function namesOnePerson(item: ListItem, knownItems: PassengerItems): boolean {
  const { passengers, issue } = knownItems.read(item.text);
  const [only] = passengers;
  return (
    issue === null && passengers.length === 1 && only !== undefined && (only.title !== null || only.name.includes(' '))
  );
}

const GROUP_LABEL = /^(crew|crew members|officers|captain|guests|passengers|staff)\s*:\s*/i;

/** Reads the Passengers field, which starts at `line`. */
export function readPassengers(
  text: string,
  ownLine: boolean,
  line: number,
  report: Report,
  knownItems = new PassengerItems(),
): ReadPassengerList {
  const passengers: PassengerRecord[] = [];
  const guests: string[] = [];
  const prose: string[] = [];
  const groups: string[] = [];
  const warn = (item: Pick<ListItem, 'lineOffset'>, message: string, suggestion: string | null = null) =>
    report({ line: line + item.lineOffset, field: 'Passengers', severity: 'warning', message, suggestion });
  const keep = (item: Pick<ListItem, 'lineOffset'>, sourceText: string) => {
    prose.push(sourceText);
    warn(item, `“${excerpt(sourceText)}” isn’t a name. It’s kept in Additional Information.`);
  };

  const lines = withoutMarkup(text)
    .split('\n')
    .map((item, lineOffset) => {
      const { list, prose: sentences } = splitSentences(item);
      if (sentences !== '') keep({ lineOffset }, sentences);
      return separateNumbers(list);
    });
  const split = joinSharedTitles(joinSuffixes(splitList(lines.join('\n'), { separators: ',;', ownLine })));
  const { items: ordered, inverted, ambiguous } = joinInvertedNames(split);
  for (const [item, sourceText] of inverted)
    warn(item, `“${excerpt(sourceText)}” is read as ${excerpt(item.text).replace(/\.$/, '')}.`);
  for (const [family, given] of ambiguous)
    warn(
      family,
      `“${excerpt(`${family.text}, ${given.text}`)}” is read as two people.`,
      `If this is one person, write “${excerpt(joinNameParts(family.text, given.text))}”.`,
    );
  const { items, roles } = joinRoles(ordered, (item) => namesOnePerson(item, knownItems));
  for (const [item, role, name] of roles) warn(item, `“${excerpt(role)}” is read as the role of ${excerpt(name)}.`);
  const hasCapitals = items.some((item) => hasCapital(item.text));

  let isCrew: boolean | null = null;
  for (const item of items) {
    const label = GROUP_LABEL.exec(item.text);
    if (label) {
      isCrew = /crew|officers|captain/i.test(label[1] ?? '');
      item.text = item.text.slice(label[0].length);
    }
    const read = knownItems.read(item.text, hasCapitals);
    for (const passenger of read.passengers)
      passengers.push(isCrew === null ? passenger : { ...passenger, is_crew: isCrew || passenger.is_crew });
    if (read.guests !== null) guests.push(read.guests);
    const isToReview =
      read.issue === 'group' ||
      read.issue === 'improbable' ||
      (read.issue === 'no name' && groupMembers(read.guests ?? '') !== null);
    if (read.guests !== null && isToReview) groups.push(read.guests);
    for (const tooltip of read.tooltips ?? []) warn(item, `The text “${tooltip}” of a link is skipped.`);
    if (item.end === '\n') isCrew = null;
    if (read.issue === null) continue;
    const shortText = excerpt(item.text);
    if (read.issue === 'sentence') {
      keep(item, item.text);
    } else if (read.issue === 'placeholder') {
      warn(item, `“${shortText}” isn’t a name, so no passenger is added.`);
    } else if (read.issue === 'link without a name') {
      warn(
        item,
        `“${shortText}” is a link without a name, so no passenger is added.`,
        'Write the name in the brackets.',
      );
    } else if (read.issue === 'names run together') {
      warn(item, `“${shortText}” is read as more than one person.`, 'Separate names with commas.');
    } else if (read.issue === 'role after a dash') {
      warn(item, `“${shortText}” is read as a name and a role.`, 'Put the role in parentheses.');
    } else if (read.issue === 'plural title') {
      const [only] = read.passengers;
      warn(
        item,
        `“${shortText}” is read as ${excerpt(`${only?.title ?? ''} ${only?.name ?? ''}`)}.`,
        'If others have the title, too, write it before each name.',
      );
    } else if (read.issue === 'improbable') {
      warn(item, `“${shortText}” doesn’t look like a name. It’s kept under Other Guests.`);
    } else if (read.issue === 'no name') {
      warn(item, `“${shortText}” isn’t a name. It’s kept under Other Guests.`);
    } else if (read.issue === 'group') {
      warn(
        item,
        `“${shortText}” is more than one person. It’s kept under Other Guests.`,
        'Give each person a full name, and separate the names with commas.',
      );
    }
  }
  return { passengers, additional_guests: guests.length === 0 ? null : guests.join(', '), prose, groups };
}

/** Items that may come before another one: complete, and a name that could take the next item as its role. */
const NEIGHBORS: readonly [text: string, PassengerRecord][] = [
  ['[A](b) (c)', { name: 'A', wikipedia_url: 'b', title: null, role: 'c', is_crew: false }],
  ['Ann Lee', { name: 'Ann Lee', wikipedia_url: null, title: null, role: null, is_crew: false }],
];

/** Whether `item`, after another item, is parsed as exactly `expected` and can't affect the items after it. */
function readsAs(item: string, expected: PassengerList): boolean {
  if (findPairs(item).unbalanced) return false;
  return NEIGHBORS.every(([text, neighbor]) => {
    let problems = 0;
    const read = readPassengers(`${text}, ${item}`, false, 1, () => (problems += 1));
    const passengers = [neighbor, ...expected.passengers];
    const expectedList: ReadPassengerList = { ...expected, passengers, prose: [], groups: [] };
    return problems === 0 && JSON.stringify(read) === JSON.stringify(expectedList);
  });
}

function writePassenger(passenger: PassengerRecord): string {
  const { name, wikipedia_url, title, role, is_crew } = passenger;
  const ordered: PassengerRecord = { name, wikipedia_url, title, role, is_crew };
  const expected = { passengers: [ordered], additional_guests: null };
  const titlePrefix = title === null ? '' : `${title} `;
  const roleSuffix = role === null ? '' : ` (${role})`;
  const escapedTitle = title === null ? '' : `${escapeText(title)} `;
  const escapedRole = role === null ? '' : ` (${escapeText(role)})`;
  const url = wikipedia_url === null ? '' : `<${escapeText(wikipedia_url)}>`;
  const mark = is_crew ? ' {crew}' : ' {guest}';
  const nameText = wikipedia_url === null ? [`${titlePrefix}${name}${roleSuffix}`] : [];
  const candidates = [
    ...nameText,
    `${titlePrefix}[${name}](${wikipedia_url ?? ''})${roleSuffix}`,
    `${escapedTitle}[${escapeText(name)}](${url})${escapedRole}`,
  ];
  const sourceText = candidates.flatMap((item) => [item, item + mark]).find((item) => readsAs(item, expected));
  return sourceText ?? `${candidates.at(-1) ?? ''}${mark}`;
}

function writeGuests(guests: string): string {
  return readsAs(guests, { passengers: [], additional_guests: guests }) ? guests : `(${escapeText(guests)})`;
}

/** Writes the value of the Passengers field; empty without passengers or guests. */
export function writePassengers({ passengers, additional_guests }: PassengerList): string {
  const items = passengers.map(writePassenger);
  if (additional_guests !== null) items.push(writeGuests(additional_guests));
  return items.join(', ');
}
