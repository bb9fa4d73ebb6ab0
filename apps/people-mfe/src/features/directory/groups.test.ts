import { describe, expect, test } from '@jest/globals';
import { aPersonListItem } from '@archive/testing';
import { groupByRole, matchingGroups } from './groups.ts';

const somebody = (name: string, role_title: string | null, capacity_role: string | null = null) =>
  aPersonListItem({ person_slug: name.toLowerCase(), full_name: name, role_title, capacity_role });

describe('groups by role', () => {
  test('the largest comes first, people without any role last whatever their number', () => {
    const people = [
      somebody('Ann', null),
      somebody('Ben', null),
      somebody('Cal', null),
      somebody('Dan', 'Senator'),
      somebody('Eve', null, 'Steward'),
      somebody('Fay', 'Senator'),
    ];
    expect(
      groupByRole(people).map(({ role, people: members }) => [role, members.map(({ full_name }) => full_name)]),
    ).toEqual([
      ['Senator', ['Dan', 'Fay']],
      ['Steward', ['Eve']],
      ['Unknown Role', ['Ann', 'Ben', 'Cal']],
    ]);
  });
});

describe('groups by president, searched', () => {
  const groups = [
    {
      president_slug: 'truman-harry-s',
      president_name: 'Harry S. Truman',
      president_party: 'Democratic',
      people: [
        {
          person_slug: 'a',
          full_name: 'Chester W. Nimitz',
          role_title: null,
          organization: 'U.S. Navy',
          appearance_count: 2,
        },
        { person_slug: 'b', full_name: 'José Fuentes', role_title: 'Attaché', organization: null, appearance_count: 1 },
      ],
    },
  ];

  test.each([
    ['nimitz navy', ['a']],
    ['jose attache', ['b']],
    ['  ', ['a', 'b']],
  ])('%j leaves %j', (q, slugs) => {
    expect(matchingGroups(groups, q).flatMap(({ people }) => people.map(({ person_slug }) => person_slug))).toEqual(
      slugs,
    );
  });

  test('a president with nobody left is not shown', () => {
    expect(matchingGroups(groups, 'Halifax')).toEqual([]);
  });
});
