import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { displayTitle } from './display-title.ts';
import { personSlug, slugify, voyageSlug } from './slugs.ts';
import { anyText } from '../test/arbitraries.ts';

describe('personSlug', () => {
  test.each([
    ['Harry S. Truman', 'truman-harry-s'],
    ['Dwight D. Eisenhower', 'eisenhower-dwight-d'],
    ['George H. W. Bush', 'bush-george-h-w'],
    ['W.L.M. King', 'king-w-l-m'],
    ['William R. Smedberg III', 'smedberg-william-r'],
    ['Robert Porter Patterson, Sr.', 'patterson-robert-porter'],
    ['Charles E. "Chip" Bohlen', 'bohlen-charles-e'],
    ['Sir John Anderson', 'anderson-john'],
    ['Lord Halifax', 'halifax'],
    ['Lt. Cdr. Dewey Beliech', 'beliech-dewey'],
    ['Captain Smith', 'smith'],
    ['Charles de Gaulle', 'de-gaulle-charles'],
    ['Charles L. Bartlett (journalist)', 'bartlett-charles-l'],
    ['Élisabeth Bowes-Lyon', 'bowes-lyon-elisabeth'],
    ["Conor O'Brien", 'obrien-conor'],
    ['27 other guests', '27-other-guests'],
    ['Mr. and Mrs. Levi', 'mr-and-mrs-levi'],
    ['Queen Elizabeth II', 'elizabeth-ii'],
    ['Elizabeth II', 'elizabeth-ii'],
    ['Prince Philip, Duke of Edinburgh', 'philip-prince-duke-of-edinburgh'],
    ['Smith, John', 'smith-john'],
    ['Pelé', 'pele'],
    ['General', 'general'],
    ['習近平', 'xi-jinping'],
    ['…', 'person'],
    ['', 'person'],
  ])('%s becomes %s', (name, slug) => expect(personSlug(name)).toBe(slug));

  test('is never empty, too long or invalid in a URL', () => {
    fc.assert(
      fc.property(anyText, (name) => {
        expect(personSlug(name)).toMatch(/^[a-z\d]+(?:-[a-z\d]+)*$/);
        expect(personSlug(name).length).toBeLessThanOrEqual(100);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('voyageSlug', () => {
  test('combines date, owner and the first five words of the title', () => {
    const title = 'Dinner – for Pierre Trudeau’s party aboard';
    expect(voyageSlug({ start_date: '1976-06-16', president_slug: 'ford-gerald-r', title })).toBe(
      '1976-06-16-ford-gerald-r-dinner-for-pierre-trudeaus-party',
    );
  });

  test('omits a missing owner and title', () => {
    expect(voyageSlug({ start_date: '1946', president_slug: null, title: null })).toBe('1946');
    expect(voyageSlug({ start_date: '1946-03', president_slug: 'truman-harry-s', title: ' — ' })).toBe(
      '1946-03-truman-harry-s',
    );
  });

  test('is never empty or the reserved “new”', () => {
    fc.assert(
      fc.property(anyText, (title) => {
        const slug = voyageSlug({ start_date: '1976-06-16', president_slug: null, title });
        expect(slug).toMatch(/^1976-06-16(?:-[a-z\d]+)*$/);
      }),
    );
  });
});

test('slugify returns ASCII with single hyphens, at most 100 characters', () => {
  expect(slugify('  Ça — va: “très” bien!  ')).toBe('ca-va-tres-bien');
  expect(slugify('a'.repeat(500))).toHaveLength(100);
  expect(slugify('…')).toBe('');
});

describe('displayTitle', () => {
  const voyage = { title: null, start_date: '1976-06-16', start_location: null };

  test('returns the title', () => {
    expect(displayTitle({ ...voyage, title: ' Dinner ' })).toBe('Dinner');
  });

  test('combines place and date without a title', () => {
    expect(displayTitle(voyage)).toBe('Voyage of June 16, 1976');
    expect(displayTitle({ ...voyage, title: ' ', start_date: '1946-03' })).toBe('Voyage of March 1946');
    expect(displayTitle({ ...voyage, start_location: 'Potomac River' })).toBe('Potomac River, June 16, 1976');
  });

  test('prefers the end location, without its link', () => {
    const places = {
      start_location: 'Washington Navy Yard',
      end_location: '[Cape Henry, VA](https://example.org/x_(y))',
    };
    expect(displayTitle({ ...voyage, ...places })).toBe('Cape Henry, VA, June 16, 1976');
  });
});
