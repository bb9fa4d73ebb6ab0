// cspell:ignore März dîner junio
import { expect, test } from '@jest/globals';
import { parseQuery } from './parse-query.ts';

const parts = (typed: string) => {
  const { terms, dates, president, person, place, tag, from, to } = parseQuery(typed);
  const shown = terms.map(({ text, phrase, excluded }) => `${excluded ? 'not ' : ''}${phrase ? `"${text}"` : text}`);
  const filters = Object.entries({ president, person, place, tag }).filter(([, texts]) => texts.length > 0);
  return {
    ...(shown.length > 0 && { terms: shown }),
    ...(dates.length > 0 && { dates: dates.map((date) => `${date.from} ${date.to} ${date.text}`) }),
    ...Object.fromEntries(filters),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
  };
};

test.each([
  ['Nimitz 1949', { terms: ['Nimitz', '1949'] }],
  ['"Camp David" -menu', { terms: ['"Camp David"', 'not menu'] }],
  ['“Camp David”', { terms: ['"Camp David"'] }],
  ['-"the wise men" Acheson', { terms: ['not "the wise men"', 'Acheson'] }],
  ['"never closed', { terms: ['"never closed"'] }],
  ['three-power talks - 1945', { terms: ['three-power', 'talks', '1945'] }],
  ['April 1943', { dates: ['1943-04-01 1943-04-30 April 1943'] }],
  ['July 3d, 1946', { dates: ['1946-07-03 1946-07-03 July 3, 1946'] }],
  ['mid-to-late 1950s', { dates: ['1954-01-01 1959-12-31 between about 1954 and about 1959'] }],
  ['Roosevelt April 1943', { terms: ['Roosevelt'], dates: ['1943-04-01 1943-04-30 April 1943'] }],
  ['1940s', { dates: ['1940-01-01 1949-12-31 1940s'] }],
  ['6/19/1973', { dates: ['1973-06-19 1973-06-19 June 19, 1973'] }],
  ['Regatta 7. März 1946', { terms: ['Regatta'], dates: ['1946-03-07 1946-03-07 March 7, 1946'] }],
  ['dîner le 7 mars 1946', { terms: ['dîner'], dates: ['1946-03-07 1946-03-07 March 7, 1946'] }],
  ['junio de 1947', { dates: ['1947-06-01 1947-06-30 June 1947'] }],
  ['Le Havre 1946', { terms: ['Le', 'Havre', '1946'] }],
  ['1945 or 1947', { dates: ['1945-01-01 1947-12-31 1945 or 1947'] }],
  ['summer 1946', { dates: ['1946-06-01 1946-08-31 Summer 1946'] }],
  ['dinner June 19, 1973', { terms: ['dinner'], dates: ['1973-06-19 1973-06-19 June 19, 1973'] }],
  ['1973-06-19', { dates: ['1973-06-19 1973-06-19 June 19, 1973'] }],
  ['1946 to 1948', { dates: ['1946-01-01 1948-12-31 1946 – 1948'] }],
  ['1946-1948', { dates: ['1946-01-01 1948-12-31 1946 – 1948'] }],
  ['Poe, 1900 - 1981', { terms: ['Poe', '"1900 - 1981"'] }],
  ['June 1946 - 1948', { dates: ['1946-06-01 1948-12-31 June 1946 – 1948'] }],
  ['pier No. 9 dinner', { terms: ['pier', 'No. 9', 'dinner'] }],
  ['(AT&T), C#? 100% C++. #9', { terms: ['AT&T', 'C#', '100%', 'C++', '#9'] }],
  ['1973-06-1', { terms: ['1973-06-1'] }],
  ['June 1', { terms: ['June', '1'] }],
  ['may', { terms: ['may'] }],
  ['president:truman', { president: ['truman'] }],
  ['President: Truman dinner', { terms: ['dinner'], president: ['Truman'] }],
  ['owner:"Harry S. Truman"', { president: ['Harry S. Truman'] }],
  ['person:kissinger person:brezhnev', { person: ['kissinger', 'brezhnev'] }],
  ['place:"Mount Vernon" tag:menu', { place: ['Mount Vernon'], tag: ['menu'] }],
  ['after:1945 before:1947', { from: '1946-01-01', to: '1946-12-31' }],
  ['before:6/19/1973', { to: '1973-06-18' }],
  ['after:1945-06', { from: '1945-07-01' }],
  ['after:dinner', { terms: ['after:dinner'] }],
  ['after:summer 1946 dinner', { terms: ['dinner'], from: '1946-09-01' }],
  ['before:June 19, 1973 after:"May 1973"', { from: '1973-06-01', to: '1973-06-18' }],
  ['dinner -president:truman', { terms: ['dinner', 'not truman'] }],
  ['dinner -tag:"Camp David"', { terms: ['dinner', 'not "Camp David"'] }],
  ['J. F. K. dinner', { terms: ['J.F.K', 'dinner'] }],
  ['George H. W. Bush', { terms: ['George', 'H', 'W', 'Bush'] }],
  ['https://example.org/a', { terms: ['https://example.org/a'] }],
  ['president:', { terms: ['president'] }],
  ['!!! - "" ⚓', {}],
])('reads %j', (typed, expected) => {
  expect(parts(typed)).toEqual(expected);
});

test.each([
  ['J.F.K.', 'JFK'],
  ['JFK', 'JFK'],
  ['Ike', 'Ike'],
  ['Kissinger', undefined],
  ['a', undefined],
])('the letters of %s may be initials: %s', (typed, initials) => {
  expect(parseQuery(typed).terms.map((term) => term.initials)).toEqual([initials]);
});

test('repeated terms are dropped, and at most 16 are used', () => {
  expect(parts('q w Q w q')).toEqual({ terms: ['w', 'q'] });
  expect(parseQuery(Array.from({ length: 40 }, (_, index) => `t${index}`).join(' ')).terms).toHaveLength(16);
});

test('ranges of years are phrases if they are written', () => {
  expect(parseQuery('Poe 1946-1948 1950–1951').yearRanges).toEqual(['1946-1948', '1950–1951']);
  expect(parseQuery('Poe 1946-1948', true).terms.map(({ text, phrase }) => [text, phrase])).toEqual([
    ['Poe', undefined],
    ['1946-1948', true],
  ]);
});
