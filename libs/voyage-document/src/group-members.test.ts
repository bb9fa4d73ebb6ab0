// cspell:ignore Familie Kissingers Président Frau Herr Präsident Rusks
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
  ])('%s', (text, members) => {
    expect(membersOf(text)).toEqual(members);
  });

  test.each([
    'Senator Smathers and party',
    'wedding party of 45',
    'the President and First Lady',
    'Ann Lee',
    'Congressional wives (32)',
  ])('that does not say whom it means: %s', (text) => expect(membersOf(text)).toBeNull());
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
