import { describe, expect, test } from '@jest/globals';
import { type Citable, citation } from './citation.ts';

const TODAY = '2026-03-01';
const VOYAGE: Citable = {
  key: '1946-07-07-down-the-potomac',
  title: 'Down the Potomac',
  kind: 'Voyage record',
  date: '1946-07-07',
  archive: 'The Sequoia Archive',
  address: 'https://archive.example/voyages/july',
};
const PHOTOGRAPH: Citable = {
  ...VOYAGE,
  key: 'at-the-rail',
  title: 'Who is at the rail?',
  kind: 'Photograph',
  creator: 'Gerald R. Ford Library',
  date: '1976-09',
};

describe('a voyage', () => {
  test.each([
    [
      'chicago',
      '“Down the Potomac.” July 7, 1946. The Sequoia Archive. Accessed March 1, 2026. https://archive.example/voyages/july.',
    ],
    [
      'apa',
      'Down the Potomac [Voyage record]. (1946, July 7). The Sequoia Archive. Retrieved March 1, 2026, from https://archive.example/voyages/july',
    ],
    [
      'mla',
      '“Down the Potomac.” The Sequoia Archive, 7 July 1946, archive.example/voyages/july. Accessed 1 Mar. 2026.',
    ],
    [
      'bibtex',
      `@misc{1946-07-07-down-the-potomac,
  title = {{Down the Potomac}},
  year = {1946},
  month = jul,
  date = {1946-07-07},
  type = {Voyage record},
  howpublished = {The Sequoia Archive},
  url = {https://archive.example/voyages/july},
  urldate = {2026-03-01}
}`,
    ],
    [
      'ris',
      [
        'TY  - ELEC',
        'TI  - Down the Potomac',
        'PY  - 1946',
        'DA  - 1946/07/07/',
        'M3  - Voyage record',
        'PB  - The Sequoia Archive',
        'UR  - https://archive.example/voyages/july',
        'Y2  - 2026/03/01/',
        'ER  - ',
      ].join('\r\n'),
    ],
  ] as const)('in %s', (style, text) => {
    expect(citation(style, VOYAGE, TODAY)).toBe(text);
  });
});

test.each([
  [
    'chicago',
    'Gerald R. Ford Library. “Who is at the rail?” September 1976. The Sequoia Archive. Accessed March 1, 2026. https://archive.example/voyages/july.',
  ],
  [
    'apa',
    'Gerald R. Ford Library. (1976, September). Who is at the rail? [Photograph]. The Sequoia Archive. Retrieved March 1, 2026, from https://archive.example/voyages/july',
  ],
  [
    'mla',
    'Gerald R. Ford Library. “Who is at the rail?” The Sequoia Archive, Sept. 1976, archive.example/voyages/july. Accessed 1 Mar. 2026.',
  ],
] as const)('the creator comes first in %s, and a title keeps its own end punctuation', (style, text) => {
  expect(citation(style, PHOTOGRAPH, TODAY)).toBe(text);
});

test('a date in the title is not repeated, and APA shows “n.d.” for a missing date', () => {
  const generated = { ...VOYAGE, title: 'Potomac River, July 7, 1946' };
  expect(citation('chicago', generated, TODAY)).toMatch(/^“Potomac River, July 7, 1946\.” The Sequoia/);
  expect(citation('apa', { ...VOYAGE, date: null }, TODAY)).toContain('. (n.d.). ');
});

test('an uncertain date is cited as uncertain', () => {
  const uncertain = { ...VOYAGE, date: 'c. 1947' };
  for (const style of ['chicago', 'apa', 'mla', 'bibtex', 'ris'] as const)
    expect(citation(style, uncertain, TODAY)).toContain('c. 1947');
  expect(citation('ris', uncertain, TODAY)).not.toContain('PY  -');
});

test('BibTeX escapes TeX characters, and RIS replaces line breaks with spaces', () => {
  const title = 'Smith & Sons: 100% {sic}\nsecond line';
  expect(citation('bibtex', { ...VOYAGE, title }, TODAY)).toContain(String.raw`{{Smith \& Sons: 100\% \{sic\}`);
  expect(citation('ris', { ...VOYAGE, title }, TODAY)).toContain('TI  - Smith & Sons: 100% {sic} second line\r\n');
});
