import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { normalizeName, normalizeWikipediaUrl } from './identity.ts';
import { anyText } from '../test/arbitraries.ts';

describe('normalizeWikipediaUrl', () => {
  test.each([
    'https://en.wikipedia.org/wiki/John_L._Sullivan_(United_States_Navy)',
    'http://en.wikipedia.org/wiki/John_L._Sullivan_(United_States_Navy)',
    'https://en.m.wikipedia.org/wiki/John_L._Sullivan_(United_States_Navy)',
    'https://EN.wikipedia.org/wiki/john_L._Sullivan_(United_States_Navy)/',
    'https://en.wikipedia.org/wiki/John_L._Sullivan_(United_States_Navy)#Career',
    'https://en.wikipedia.org/wiki/John_L._Sullivan_%28United_States_Navy%29?action=view',
    'https://en.wikipedia.org/wiki/John%20L._Sullivan%20(United%20States%20Navy)',
    'https://en.wikipedia.org/w/index.php?title=John_L._Sullivan_(United_States_Navy)&oldid=1',
    'https://www.wikipedia.org/wiki/John_L._Sullivan_(United_States_Navy)',
    'en.wikipedia.org/wiki/John_L._Sullivan_(United_States_Navy)',
    '  //en.wikipedia.org/wiki/John_L._Sullivan_(United_States_Navy)_ ',
  ])('normalizes %s', (address) => {
    expect(normalizeWikipediaUrl(address)).toBe('https://en.wikipedia.org/wiki/John_L._Sullivan_(United_States_Navy)');
  });

  test('distinguishes languages, accents and subjects', () => {
    expect(normalizeWikipediaUrl('https://it.wikipedia.org/wiki/Aldo_Remondino')).toBe(
      'https://it.wikipedia.org/wiki/Aldo_Remondino',
    );
    expect(normalizeWikipediaUrl('https://fr.wikipedia.org/wiki/Élysée')).toBe(
      normalizeWikipediaUrl('https://fr.wikipedia.org/wiki/%C3%89lys%C3%A9e'),
    );
    expect(normalizeWikipediaUrl('https://en.wikipedia.org/wiki/George_Bush')).not.toBe(
      normalizeWikipediaUrl('https://en.wikipedia.org/wiki/George_W._Bush'),
    );
  });

  test('normalizes URLs of other sites and keeps their query', () => {
    expect(normalizeWikipediaUrl('HTTP://www.Example.org/people/?id=7#top')).toBe('https://example.org/people?id=7');
  });

  test.each([null, '', 'not a link', 'mailto:a@example.org', 'javascript:alert(1)', 'ftp://example.org/x', 'https://'])(
    'returns null for %j',
    (address) => expect(normalizeWikipediaUrl(address)).toBe(null),
  );

  test('is idempotent and never throws', () => {
    const path = anyText.map((text) => `https://en.wikipedia.org/wiki/${text}`);
    fc.assert(
      fc.property(fc.oneof(path, anyText, fc.webUrl({ withFragments: true, withQueryParameters: true })), (address) => {
        const once = normalizeWikipediaUrl(address);
        expect(normalizeWikipediaUrl(once)).toBe(once);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('normalizeName', () => {
  test.each([
    ['Charles E. "Chip" Bohlen', 'charles e bohlen'],
    ['Bernard Law Montgomery “Monty”', 'bernard law montgomery'],
    ['W.L.M. King', 'w l m king'],
    ['W. L. M.  KING', 'w l m king'],
    ["Conor O'Brien", 'conor obrien'],
    ['Élisabeth Bowes-Lyon', 'elisabeth bowes lyon'],
    ['Søren Łukasz Groß', 'soren lukasz gross'],
    ['習近平', '習近平'],
    ['"Babe"', 'babe'],
    ['???', '???'],
  ])('%s is compared as %s', (name, key) => expect(normalizeName(name)).toBe(key));
});
