import { describe, expect, test } from '@jest/globals';
import { matchingGroups } from './groups.ts';

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
