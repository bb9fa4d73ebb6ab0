// cspell:ignore Perle Familie Kissingers Président Frau Herr Präsident Rusks Perle García Márquez
import { describe, expect, test } from '@jest/globals';
import { groupMembers } from './group-members.ts';
import { parseVoyageDocument } from './parse.ts';

const membersOf = (text: string) =>
  groupMembers(text)?.map((member) => {
    switch (member.kind) {
      case 'family':
        return `family ${member.surnames.join('|')}`;
      case 'office':
        return `${member.title} of ${member.surname || '?'}`;
      default:
        return member.name;
    }
  }) ?? null;

describe('an entry for more than one person', () => {
  test.each([
    ['the President & Mrs. Nixon', ['President of Nixon', 'Mrs. Nixon']],
    ['President and Mrs. Truman', ['President of Truman', 'Mrs. Truman']],
    ['the President and Secretary Kissinger', ['President of ?', 'Secretary of Kissinger']],
    ['Präsident und Frau Eisenhower', ['President of Eisenhower', 'Mrs. Eisenhower']],
    ['le Président et Mme Kennedy', ['President of Kennedy', 'Mrs. Kennedy']],
    ['Mr. and Mrs. John Doe', ['John Doe', 'Mrs. John Doe']],
    ['Herr und Frau Brandt', ['Mr. of Brandt', 'Mrs. Brandt']],
    ['Senator and Mrs. Smathers', ['Senator of Smathers', 'Mrs. Smathers']],
    ['Senator and Mrs. George Smathers', ['George Smathers', 'Mrs. George Smathers']],
    ['Secretary of State and Mrs. Rogers', ['Secretary of State of Rogers', 'Mrs. Rogers']],
    ['Bill and Adele Rogers', ['Bill Rogers', 'Adele Rogers']],
    ['Ben + Tony Bradlee', ['Ben Bradlee', 'Tony Bradlee']],
    ['David Niven and wife Hjordis', ['David Niven', 'Hjordis Niven']],
    ['Dean Rusk and wife', ['Dean Rusk', 'Mrs. Dean Rusk']],
    ['the Rogers’ (Bill and Adele)', ['Bill Rogers', 'Adele Rogers']],
    ['the Kissingers (Henry & Nancy)', ['Henry Kissinger', 'Nancy Kissinger']],
    ['the Kissingers', ['family Kissinger|Kissingers']],
    ['the Rogers’', ['family Roger|Rogers']],
    ['The Kennedy family', ['family Kennedy']],
    ['Familie Brandt', ['family Brandt']],
    ['the Misses Ann and Mary Poe', ['Ann Poe', 'Mary Poe']],
    ['Messrs. Poe and Ray', ['Mr. of Poe', 'Mr. of Ray']],
    ['Senators Byrd and Carter Glass', ['Senator of Byrd', 'Carter Glass']],
    ['Senators Byrd, Glass and Pepper', ['Senator of Byrd', 'Senator of Glass', 'Senator of Pepper']],
    ['Reps. Doe (D-TX), Poe', ['Rep. of Doe', 'Rep. of Poe']],
    ['the Secretaries Doe & Poe', ['Secretary of Doe', 'Secretary of Poe']],
    ['Gen. & Mrs. Doe and son Tom', ['Gen. of Doe', 'Mrs. Doe', 'Tom Doe']],
    ['Gen. & Mrs. Doe and their sons Tom and Bob', ['Gen. of Doe', 'Mrs. Doe', 'Tom Doe', 'Bob Doe']],
    ['John Doe with his daughter Ann', ['John Doe', 'Ann Doe']],
    ['Tom/Bob Doe', ['Tom Doe', 'Bob Doe']],
    ['Tom Doe|Bob Roe', ['Tom Doe', 'Bob Roe']],
    ['Tom Doe, Ann Roe', ['Tom Doe', 'Ann Roe']],
  ])('%s', (text, members) => {
    expect(membersOf(text)).toEqual(members);
  });

  test.each([
    'Senator Smathers and party',
    'wedding party of 45',
    'the President and First Lady',
    'Ann Lee',
    'Roe, Ann Lee',
    'Adm. Roe, Ann L.',
    'Ann Roe, Captain USN',
    'García Márquez, Gabriel José',
    'Dean Acheson, Secretary of State',
    'Congressional wives (32)',
  ])('that does not say whom it means: %s', (text) => expect(membersOf(text)).toBeNull());
});

const passengersOf = (list: string) => {
  const [voyage] = parseVoyageDocument(`## 1959-05-01\n\nPassengers: ${list}`).voyages;
  return { names: voyage?.passengers.map(({ name }) => name), text: voyage?.additional_guests ?? null };
};

test.each([
  'the Cabinet',
  'the Misses Roosevelt',
  'The Misses Ann and Mary Roosevelt',
  'a party of twelve',
  'Boy Scouts of Troop 12',
  'Members of the Cabinet',
  'the Andrews Sisters',
  'the Poe children',
  'Secret Service agents',
  'Harvard Glee Club',
  'Coast Guard',
  'Ann Ray et al.',
  'Ann Poe and 3 children',
  'Tom/Bob Doe',
  'Senators Byrd and Glass',
])('%s is not a person', (text) => {
  expect(passengersOf(`${text}, Ann Lee`)).toEqual({ names: ['Ann Lee'], text });
});

test.each([
  'Frank Church',
  'Perle Church',
  'the Duke of Windsor',
  'The Aga Khan',
  'Joyce Brothers',
  'J. P. Bank',
  'Ann Friends',
])('%s is one person', (name) =>
  expect(passengersOf(`${name}, Ann Lee`)).toEqual({ names: [name, 'Ann Lee'], text: null }),
);

test.each([
  ['Doe Jr., Robert; Poe, Ann', ['Robert Doe Jr.', 'Ann Poe'], [null, null]],
  ['Poe, John, PhD; Ray, Ann, M.D.', ['John Poe', 'Ann Ray'], ['PhD', 'M.D.']],
  ['Alan G. Kirk, Adm., USN, Ann Ray', ['Alan G. Kirk', 'Ann Ray'], ['Adm., USN', null]],
  ['Father Ray Lee, CSsR, Ann Ray, CVO, OBE', ['Ray Lee', 'Ann Ray'], ['CSsR', 'CVO, OBE']],
  ['Tom Poe, USMC Ret., Ann Ray MD', ['Tom Poe', 'Ann Ray'], ['USMC Ret.', 'MD']],
  ['William (Wild Bill) Poe, Ann (Secretary) Ray', ['William (Wild Bill) Poe', 'Ann Ray'], [null, 'Secretary']],
])('%s', (list, names, roles) => {
  const passengers = parseVoyageDocument(`## 1959-05-01\n\nPassengers: ${list}`).voyages[0]?.passengers;
  expect(passengers?.map(({ name }) => name)).toEqual(names);
  expect(passengers?.map(({ role }) => role)).toEqual(roles);
});

test('a list of passengers keeps such entries as text', () => {
  const groups = [
    'Präsident und Frau Eisenhower',
    'the Rusk family',
    'the Rogers’ (Bill and Adele)',
    'Dean Rusk and wife',
  ];
  const { voyages } = parseVoyageDocument(`## 1959-05-01\n\nPassengers: ${groups.join(', ')}, Ann Lee`);
  expect(voyages[0]).toMatchObject({ groups, passengers: [{ name: 'Ann Lee' }] });
});
