import { aPassenger, aVoyage } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { citedVoyage, structuredData } from './cite.ts';

const ARCHIVE = { archive: 'The Sequoia Archive', address: 'https://archive.example/voyages/july' };

test('a multi-day voyage is cited with its range', () => {
  const voyage = aVoyage({ start_date: '1946-07-07', end_date: '1946-07-09' });
  expect(citedVoyage({ voyage, ...ARCHIVE }).date).toBe('July 7–9, 1946');
  expect(citedVoyage({ voyage: { ...voyage, end_date: '1946-07-07' }, ...ARCHIVE }).date).toBe('1946-07-07');
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
