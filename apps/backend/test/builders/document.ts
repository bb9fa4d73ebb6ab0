/** Headings for the voyages of a generated document, by the first day of each term. */
const TERMS = [
  ['1929-03-04', 'President Hoover (March 4, 1929 to March 4, 1933)'],
  ['1933-03-04', 'President Franklin D. Roosevelt (March 4, 1933 to April 12, 1945)'],
  ['1945-04-12', 'President Truman (April 12, 1945 to January 20, 1953)'],
  ['1953-01-20', 'President Eisenhower (January 20, 1953 to January 20, 1961)'],
  ['1961-01-20', 'President Kennedy (January 20, 1961 to November 22, 1963)'],
  ['1963-11-22', 'President Lyndon B. Johnson (November 22, 1963 to January 20, 1969)'],
  ['1969-01-20', 'President Nixon (January 20, 1969 to August 9, 1974)'],
  ['1974-08-09', 'President Ford (August 9, 1974 to January 20, 1977)'],
] as const;

const FIRST_DAY = Date.UTC(1929, 2, 5);
const LAST_DAY = Date.UTC(1977, 0, 19);
const DAY_MS = 86_400_000;

const GIVEN_NAMES = [
  'Ada',
  'Ben',
  'Clara',
  'David',
  'Edith',
  'Frank',
  'Grace',
  'Henry',
  'Irene',
  'John',
  'Karl',
  'Laura',
  'Max',
];
const MIDDLE = ['A.', 'B.', 'C.', 'D.', 'E.', 'F.', 'G.'];
const FAMILY_NAMES = [
  'Abbot',
  'Brewer',
  'Cooper',
  'Dyer',
  'Ellis',
  'Fisher',
  'Glover',
  'Hooper',
  'Irving',
  'Joyner',
  'Keeler',
];
const PLACES = [
  'Potomac River',
  'Washington Navy Yard; Potomac River',
  'Mount Vernon, VA',
  'Chesapeake Bay; Annapolis, MD',
];
const CODES = ['', '(Menu)', '(Crew) (Drinks/Wine)', '(Foreign Leader: Canada)', '(RMD)'];

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T;

/** The passenger with this number, one of a thousand; two thirds have a link, because names alone do not distinguish them. */
function passenger(number: number): string {
  const name = `${pick(GIVEN_NAMES, number)} ${pick(MIDDLE, number)} ${pick(FAMILY_NAMES, number)}`;
  const role = number % 5 === 0 ? ' (Commanding Officer of the Sequoia)' : number % 2 === 0 ? ' (guest)' : '';
  if (number % 3 === 0) return `${name}${role}`;
  return `[${name}](https://en.wikipedia.org/wiki/${name.replaceAll(' ', '_')})${role}`;
}

function voyage(index: number, date: string): string {
  const aboard = Array.from({ length: 1 + (index % 7) }, (_, seat) => passenger((index * 7 + seat * 13) % 1000));
  return [
    pick(CODES, index),
    `## ${date}`,
    `Location: ${pick(PLACES, index)}`,
    `Time: ${String(8 + (index % 12)).padStart(2, '0')}:30`,
    `Passengers: ${aboard.join(', ')}, ${1 + (index % 20)} other guests`,
    `Additional Information: Cruise ${index + 1} of a generated document.`,
    `Sources: Sequoia Logbook, p. ${index + 1}; [Diary](https://example.org/diary/${index + 1})`,
    `Notes: Written for a test.`,
  ].join('\n\n');
}

/** A document with `voyages` voyages, spread over the terms from Hoover to Ford. The same number gives the same document. */
export function aDocument({ voyages }: { voyages: number }): string {
  const days = (LAST_DAY - FIRST_DAY) / DAY_MS;
  const parts: string[] = [];
  let section = -1;
  for (let index = 0; index < voyages; index += 1) {
    const date = new Date(FIRST_DAY + Math.floor((index * days) / voyages) * DAY_MS).toISOString().slice(0, 10);
    while (section + 1 < TERMS.length && pick(TERMS, section + 1)[0] < date) {
      section += 1;
      parts.push(`# ${pick(TERMS, section)[1]}`);
    }
    parts.push(voyage(index, date));
  }
  return parts.join('\n\n');
}
