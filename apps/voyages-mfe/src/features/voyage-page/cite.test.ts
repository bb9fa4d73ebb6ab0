import { aPassenger, aVoyage } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { citationOf, structuredData } from './cite.ts';

const ARCHIVE = { archive: 'The Sequoia Archive', address: 'https://archive.example/voyages/july' };

test('a citation contains title, date, archive, URL and access date', () => {
  expect(citationOf({ voyage: aVoyage(), ...ARCHIVE }, '2026-03-01')).toBe(
    '“Down the Potomac.” July 7, 1946. The Sequoia Archive. https://archive.example/voyages/july (accessed March 1, 2026).',
  );
});

test('a date in the title is not repeated', () => {
  const voyage = aVoyage({ title: 'Potomac River, June 16, 1976', start_date: '1976-06-16' });
  expect(citationOf({ voyage, ...ARCHIVE }, '2026-03-01')).toMatch(/^“Potomac River, June 16, 1976\.” The Sequoia/);
});

test('structured data contains dates, places and people', () => {
  const voyage = aVoyage({ start_date: '1946-03', start_timestamp: null, passengers: [aPassenger()] });
  expect(structuredData({ voyage, ...ARCHIVE })).toMatchObject({
    '@type': 'Event',
    name: 'Down the Potomac',
    startDate: '1946-03',
    location: [{ name: 'Washington Navy Yard' }, { name: 'Quantico' }],
    attendee: [{ name: 'Chester W. Nimitz', sameAs: 'https://en.wikipedia.org/wiki/Chester_W._Nimitz' }],
  });
});
