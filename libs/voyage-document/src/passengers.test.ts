// cspell:ignore Rogers’ Weyler Weylers Litt Chiang Mansour passos shek
import { describe, expect, test } from '@jest/globals';
import { readPassengers } from './passengers.ts';

const read = (text: string) => {
  const { passengers, additional_guests } = readPassengers(text, false, 1, () => undefined);
  const people = passengers.map(
    ({ title, name, role }) => [title, name].filter(Boolean).join(' ') + (role ? `: ${role}` : ''),
  );
  return additional_guests === null ? people : [...people, `guests: ${additional_guests}`];
};

describe('letters after a name belong to the person before them', () => {
  test.each([
    ['John Poe, PhD, Ann Ray, M.D., Bob Lee, Captain USN', ['John Poe: PhD', 'Ann Ray: M.D.', 'Bob Lee: Captain USN']],
    ['John Poe, CBE, Ann Ray, KCB, QC', ['John Poe: CBE', 'Ann Ray: KCB, QC']],
    [
      'Ann Ray, DDS; Bob Lee, D.D., LL.D.; Father John Poe, S.J.',
      ['Ann Ray: DDS', 'Bob Lee: D.D., LL.D.', 'Father John Poe: S.J.'],
    ],
    ['Ed Ott, U.S. Navy, Ann Ray, Lt. Cdr. USNR (ret.)', ['Ed Ott: U.S. Navy', 'Ann Ray: Lt. Cdr. USNR, ret.']],
    ['John Foster, Jr., Ann Ray, 3rd, Bob Lee, Jr. USN', ['John Foster Jr.', 'Ann Ray 3rd', 'Bob Lee Jr.: USN']],
    ['John Poe, Constructor, Ann Ray', ['John Poe', 'Constructor', 'Ann Ray']],
    ['Rear Adm. John Poe, RN, Ann Ray', ['Rear Adm. John Poe: RN', 'Ann Ray']],
  ])('%s', (text, people) => expect(read(text)).toEqual(people));
});

describe('names with a sign between them are more than one person', () => {
  test.each([
    ['Robert Doe|John Roe', ['Robert Doe', 'John Roe']],
    ['John Doe / Jane Roe / Ann Ray', ['John Doe', 'Jane Roe', 'Ann Ray']],
    ['Robert Doe & John Roe', ['Robert Doe', 'John Roe']],
  ])('%s', (text, people) => expect(read(text)).toEqual(people));
});

test.each([
  ['Ben Cole, D.Phil., Ann Roe, ScD, Tom Poe, DLitt', ['Ben Cole: D.Phil.', 'Ann Roe: ScD', 'Tom Poe: DLitt']],
  ['Secretary Doe, Norman Poe', ['Secretary Doe', 'Norman Poe']],
  ['Captain Doe, James', ['Captain James Doe']],
  ['Roe, Admiral Ernest', ['Admiral Ernest Roe']],
  ['Roe, Gen. George C.; Doe, Gen. H. H.', ['Gen. George C. Roe', 'Gen. H. H. Doe']],
  ['Doe, Secretary', ['Secretary Doe']],
  ['Senators Doe, Roe and Poe, Ann Ray', ['Ann Ray', 'guests: Senators Doe, Roe and Poe']],
  ['Sens. Doe (R-PA), Roe, Ann Ray and Bob Lee', ['Ann Ray', 'Bob Lee', 'guests: Sens. Doe (R-PA), Roe']],
  ['Senators Ann Doe, Bob Roe, Adm. Poe, 6 guests', ['Senator Ann Doe', 'Bob Roe', 'Adm. Poe', 'guests: 6 guests']],
  ['Senators Ann Doe, Bob Roe and Tom Poe, Jim Lee', ['Jim Lee', 'guests: Senators Ann Doe, Bob Roe and Tom Poe']],
  ['Admirals Doe, King, Mrs. Ray', ['Mrs. Ray', 'guests: Admirals Doe, King']],
  ['Generals Doe, Bob Lee', ['Bob Lee', 'guests: Generals Doe']],
  ['Senators [Ann Doe](u), [Bob Roe](v)', ['Senator Ann Doe', 'Bob Roe']],
  ['the Misses Ann, Mary and Jane Doe, Bob Lee', ['Bob Lee', 'guests: the Misses Ann, Mary and Jane Doe']],
])('titles and surnames in %s', (text, people) => expect(read(text)).toEqual(people));

describe('couples and families are kept as text', () => {
  test.each([
    'the President & Mrs. Nixon',
    'the Rogers’ (Bill and Adele)',
    'President and Mrs. Kennedy',
    'the Weylers',
  ])('%s', (text) => expect(read(text)).toEqual([`guests: ${text}`]));
});

test('a title in the plural before one full name is reported', () => {
  const messages: string[] = [];
  readPassengers('Messrs. Bob Lee, Ann Ray', false, 1, ({ message }) => messages.push(message));
  expect(messages).toEqual(['“Messrs. Bob Lee” is read as Mr. Bob Lee.']);
});

test.each([
  ['Rain', false],
  ['Strong winds', false],
  ['Potomac R.', false],
  ['Anacostia R.', false],
  ['All day', false],
  ['Engine tie-up', false],
  ['Strong', true],
  ['Day', true],
  ['Harry R. Bay', true],
  ['Chiang kai-shek', true],
  ['Chou en-lai', true],
  ['Mansour al-nasser', true],
  ['Bob Poe jr.', true],
  ['John dos passos', true],
])('whether %s is a person', (name, isPerson) => expect(read(name)).toEqual([isPerson ? name : `guests: ${name}`]));
