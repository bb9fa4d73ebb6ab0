import { describe, expect, test } from '@jest/globals';
import { proposeOwner } from './owner-proposal.ts';

const owner = (president_slug: string, party: string | null, term_start: string | null, term_end: string | null) => ({
  president_slug,
  party,
  term_start,
  term_end,
});
const OWNERS = [
  owner('eisenhower-dwight-d', 'Republican', '1953-01-20', '1961-01-20'),
  owner('kennedy-john-f', 'Democratic', '1961-01-20', '1963-11-22'),
  owner('nixon-richard-m', 'Republican', '1969-01-20', '1974-08-09'),
  owner('carter-jimmy', 'Democratic', '1977-01-20', '1981-01-20'),
  owner('clinton-bill', 'Democratic', '1993-01-20', '2001-01-20'),
  owner('reagan-ronald', 'Republican', '1981-01-20', '1989-01-20'),
  owner('malloy-thomas', 'Private Owner', '1977', '1981'),
  owner('navy', 'U.S. Navy', '1933', '1977'),
  owner('unknown-term', 'Unknown', null, null),
  owner('post-presidential', 'Private Owner', '1977', null),
];

const propose = (date: string, ...aboard: string[]) => {
  const proposal = proposeOwner(date, new Set(aboard), OWNERS);
  return proposal && `${proposal.owner.president_slug} ${proposal.reason}`;
};

describe('the proposed owner of a voyage', () => {
  test.each([
    ['the president aboard', ['1962-05-01', 'kennedy-john-f'], 'kennedy-john-f aboard'],
    ['the president of the time, not a vice president', ['1955-05-01', 'nixon-richard-m'], 'eisenhower-dwight-d term'],
    ['the president of a month and a year', ['1970', 'nixon-richard-m'], 'nixon-richard-m aboard'],
    ['one of two on the day of an inauguration', ['1961-01-20', 'kennedy-john-f'], 'kennedy-john-f aboard'],
    ['someone aboard whose term nobody knows', ['1930', 'unknown-term'], 'unknown-term aboard'],
    ['a private owner rather than the president', ['1979-05-01'], 'malloy-thomas term'],
    ['a president aboard after the service', ['1999-05-01', 'clinton-bill'], 'clinton-bill aboard'],
    ['the Navy, if it was nobody else', ['1950-05-01'], 'navy term'],
  ] as const)('is %s', (_, [date, ...aboard], expected) => {
    expect(propose(date, ...aboard)).toBe(expected);
  });

  test('is the president until the year in which the presidential service ended is over', () => {
    const owners = OWNERS.filter(({ president_slug }) => president_slug !== 'malloy-thomas');
    const slugOf = (date: string) => proposeOwner(date, new Set(), owners)?.owner.president_slug;
    expect([slugOf('1977-03-01'), slugOf('1978-03-01')]).toEqual(['carter-jimmy', undefined]);
  });

  test.each([
    ['both presidents of a day were aboard', ['1961-01-20', 'kennedy-john-f', 'eisenhower-dwight-d']],
    ['it was one of two', ['1961-01-20']],
    ['the date can be in two terms', ['1961-01']],
    ['the owner is in no picker', ['1985-05-01', 'reagan-ronald']],
    ['no term includes the date', ['1920-05-01']],
    ['the presidential service had ended', ['1999-05-01']],
  ] as const)('is nobody if %s', (_, [date, ...aboard]) => {
    expect(propose(date, ...aboard)).toBeNull();
  });
});
