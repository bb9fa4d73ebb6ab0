import { joinInvertedNames } from './inverted-names.ts';
import { splitList, type ListItem } from './lists.ts';
import { readPassengerItem } from './passenger-item.ts';
import { findPairs } from './pairs.ts';
import type { Report } from './problems.ts';
import { splitSentences } from './sentences.ts';
import { escapeText, excerpt } from './texts.ts';
import type { PassengerRecord } from './types.ts';

export interface PassengerList {
  passengers: PassengerRecord[];
  additional_guests: string | null;
}

/** What a Passengers field says besides people: sentences, which are kept in Additional Information. */
export interface ReadPassengerList extends PassengerList {
  sentences: string[];
}

const GENERATION = /^(?:jr|sr|ii|iii|iv)\b\.?/i;
const SERVICE =
  /^(?:usn|usnr|usmc|usaf|usa|uscg|rn|u\.s\.n\.(?:r\.)?|u\.s\.m\.c\.|u\.s\. navy|u\.s\. army|ret\.|retired|m\.d\.|ph\.d\.|esq\.)(?![\w-])/i;

/** Rejoins "John Smith, Jr." and "John Smith, USN", where the comma doesn't separate names. */
function joinSuffixes(items: readonly ListItem[]): ListItem[] {
  const joined: ListItem[] = [];
  for (const item of items) {
    const last = joined.at(-1);
    const generation = GENERATION.exec(item.text)?.[0];
    const service = SERVICE.exec(item.text)?.[0];
    const suffix = generation ?? service;
    const rest = suffix === undefined ? '' : item.text.slice(suffix.length).trim();
    if (last && suffix !== undefined && (rest === '' || rest.startsWith('('))) {
      last.end = item.end;
      last.text = `${last.text} ${generation ?? `(${suffix})`}${rest ? ` ${rest}` : ''}`;
    } else {
      joined.push({ ...item });
    }
  }
  return joined;
}

const FIRST = /(?:^|[^\S\n])\(?1[.)]\s+\p{Lu}/u;
const SECOND = /\s\(?2[.)]\s+\p{Lu}/u;
const NUMBER = /(^|[,;]\s*|[^\S\n]+)\(?\d{1,2}[.)][^\S\n]+(?=\p{Lu})/gu;

/** "1) Harry Truman 2) Bess Truman" on one line, with semicolons. */
function separateNumbers(line: string): string {
  const first = FIRST.exec(line);
  if (!first || !SECOND.test(line.slice(first.index + first[0].length))) return line;
  return line.replaceAll(NUMBER, (_, before: string) => (before === '' ? '' : '; '));
}

const GROUP_LABEL = /^(crew|crew members|officers|captain|guests|passengers|staff)\s*:\s*/i;

/** Reads the Passengers field, which starts at `line`. */
export function readPassengers(text: string, ownLine: boolean, line: number, report: Report): ReadPassengerList {
  const passengers: PassengerRecord[] = [];
  const guests: string[] = [];
  const sentences: string[] = [];
  const warn = (item: Pick<ListItem, 'lineOffset'>, message: string, suggestion: string | null = null) =>
    report({ line: line + item.lineOffset, field: 'Passengers', severity: 'warning', message, suggestion });
  const keep = (item: Pick<ListItem, 'lineOffset'>, prose: string) => {
    sentences.push(prose);
    warn(item, `“${excerpt(prose)}” isn’t a name. It was kept in Additional Information.`);
  };

  const lines = text.split('\n').map((one, lineOffset) => {
    const { list, prose } = splitSentences(one);
    if (prose !== '') keep({ lineOffset }, prose);
    return separateNumbers(list);
  });
  const split = joinSuffixes(splitList(lines.join('\n'), { separators: ',;', ownLine }));
  const { items, inverted } = joinInvertedNames(split);
  for (const [item, written] of inverted) warn(item, `“${excerpt(written)}” was read as ${excerpt(item.text)}.`);

  let isCrew: boolean | null = null;
  for (const item of items) {
    const label = GROUP_LABEL.exec(item.text);
    if (label) {
      isCrew = /crew|officers|captain/i.test(label[1] ?? '');
      item.text = item.text.slice(label[0].length);
    }
    const read = readPassengerItem(item.text);
    for (const passenger of read.passengers)
      passengers.push(isCrew === null ? passenger : { ...passenger, is_crew: isCrew || passenger.is_crew });
    if (read.guests !== null) guests.push(read.guests);
    if (item.end === '\n') isCrew = null;
    const shown = excerpt(item.text);
    if (read.slip === 'sentence') {
      keep(item, item.text);
    } else if (read.slip === 'placeholder') {
      warn(item, `“${shown}” isn’t a name, so no passenger was added.`);
    } else if (read.slip === 'link without a name') {
      warn(item, `“${shown}” is a link without a name, so no passenger was added.`, 'Write the name in the brackets.');
    } else if (read.slip === 'names run together') {
      warn(item, `“${shown}” was read as several people.`, 'Separate names with commas.');
    } else if (read.slip === 'group') {
      warn(
        item,
        `“${shown}” is more than one person. It was kept under Other Guests.`,
        'Give each person a full name, and separate the names with commas.',
      );
    }
  }
  return { passengers, additional_guests: guests.length === 0 ? null : guests.join(', '), sentences };
}

const NEIGHBOR: PassengerRecord = { name: 'A', wikipedia_url: 'b', title: null, role: 'c', is_crew: false };

/** Whether `item`, after another item, reads as exactly `expected` and can't affect the items after it. */
function readsAs(item: string, expected: PassengerList): boolean {
  if (findPairs(item).unbalanced) return false;
  let problems = 0;
  const read = readPassengers(`[A](b) (c), ${item}`, false, 1, () => (problems += 1));
  const expectedList: ReadPassengerList = {
    ...expected,
    passengers: [NEIGHBOR, ...expected.passengers],
    sentences: [],
  };
  return problems === 0 && JSON.stringify(read) === JSON.stringify(expectedList);
}

function writePassenger(passenger: PassengerRecord): string {
  const { name, wikipedia_url, title, role, is_crew } = passenger;
  const ordered: PassengerRecord = { name, wikipedia_url, title, role, is_crew };
  const expected = { passengers: [ordered], additional_guests: null };
  const before = title === null ? '' : `${title} `;
  const after = role === null ? '' : ` (${role})`;
  const escapedTitle = title === null ? '' : `${escapeText(title)} `;
  const escapedRole = role === null ? '' : ` (${escapeText(role)})`;
  const address = wikipedia_url === null ? '' : `<${escapeText(wikipedia_url)}>`;
  const mark = is_crew ? ' {crew}' : ' {guest}';
  const named = wikipedia_url === null ? [`${before}${name}${after}`] : [];
  const candidates = [
    ...named,
    `${before}[${name}](${wikipedia_url ?? ''})${after}`,
    `${escapedTitle}[${escapeText(name)}](${address})${escapedRole}`,
  ];
  const written = candidates.flatMap((item) => [item, item + mark]).find((item) => readsAs(item, expected));
  return written ?? `${candidates.at(-1) ?? ''}${mark}`;
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
