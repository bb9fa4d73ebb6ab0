import { aPresident } from '@archive/testing';
import { describe, expect, test } from '@jest/globals';
import { suggestionsFor } from './components/suggestions.tsx';
import { NEW_VOYAGE, pickedPassenger, type FormValues } from './values.ts';

const TRUMAN = aPresident({
  president_slug: 'truman-harry-s',
  full_name: 'Harry S. Truman',
  initials: 'HST',
  presidential: true,
  term_start: '1945-04-12',
  term_end: '1953-01-20',
});
const suggestionTexts = (values: Partial<FormValues>) =>
  suggestionsFor({ ...NEW_VOYAGE, ...values }, [TRUMAN]).map(({ section, text }) => `${section}: ${text}`);
const aboard = [
  pickedPassenger({
    person_slug: 'truman-harry-s',
    full_name: 'Harry S. Truman',
    role_title: null,
    title: null,
    capacity_role: null,
    is_crew: false,
  }),
];

describe('facts that belong together', () => {
  test('nothing is suggested for an empty form, or when both facts are entered', () => {
    expect(suggestionTexts({})).toEqual([]);
    expect(
      suggestionTexts({ passengers: aboard, presidential_initials: 'HST', attributes: ['presidential_use'] }),
    ).toEqual([]);
    expect(suggestionTexts({ royalty_details: 'Elizabeth II', attributes: ['has_royalty'] })).toEqual([]);
  });

  test('a date suggests the president in office, until a president or owner is entered', () => {
    const expected = ['places: Set President/Owner to Harry S. Truman, based on the start date?'];
    expect(suggestionTexts({ start_date: '1947-06-12' })).toEqual(expected);
    expect(suggestionTexts({ start_date: 'June 1947' })).toEqual(expected);
    expect(suggestionTexts({ start_date: '1953-01-20' })).toEqual(expected);
    expect(suggestionTexts({ start_date: '1945' })).toEqual([]);
    expect(suggestionTexts({ start_date: '1953-01-21' })).toEqual([]);
    expect(suggestionTexts({ start_date: '1947-06-12', president_slug_from_voyage: 'cadwalader-richard' })).toEqual([]);
  });

  test('a president aboard is suggested as owner, also for a year with two presidents, but not after the term', () => {
    const facts = { passengers: aboard, presidential_initials: 'HST', attributes: ['presidential_use' as const] };
    expect(suggestionTexts({ ...facts, start_date: '1945' })).toEqual([
      'places: Set President/Owner to Harry S. Truman, who is aboard?',
    ]);
    expect(suggestionTexts({ ...facts, start_date: '1965-06-01' })).toEqual([]);
  });

  test('a president aboard, their initials and Presidential Use suggest each other', () => {
    expect(suggestionTexts({ passengers: aboard })).toEqual([
      'people: Also mark as Presidential Use?',
      'people: Set President Aboard to Harry S. Truman?',
    ]);
    expect(suggestionTexts({ presidential_initials: 'HST' })).toEqual([
      'attributes: Also mark as Presidential Use?',
      'attributes: Also add Harry S. Truman as a passenger?',
    ]);
    expect(suggestionTexts({ attributes: ['presidential_use'], president_slug_from_voyage: 'truman-harry-s' })).toEqual(
      ['attributes: Set President Aboard to Harry S. Truman?'],
    );
  });

  test('a country or a name suggests its attribute, and the attribute asks for it', () => {
    expect(suggestionTexts({ foreign_leader_country: 'Canada' })).toEqual([
      'attributes: Also mark as Foreign Leader Present?',
    ]);
    expect(suggestionTexts({ attributes: ['has_royalty'] })).toEqual(['attributes: Add royalty details?']);
  });

  test('Mount Vernon as a place and as an attribute suggest each other, and never replace another place', () => {
    expect(suggestionTexts({ end_location: 'off Mount vernon' })).toEqual(['places: Also mark as Mount Vernon?']);
    expect(suggestionTexts({ attributes: ['mention_mount_vernon'] })).toEqual([
      'attributes: Set End Location to Mount Vernon?',
    ]);
    expect(suggestionTexts({ attributes: ['mention_mount_vernon'], end_location: 'Quantico' })).toEqual([]);
  });

  test('accepting a suggestion changes only the field that it asks about', () => {
    const [use] = suggestionsFor({ ...NEW_VOYAGE, passengers: aboard, attributes: ['mention_menu'] }, [TRUMAN]);
    expect(use?.changes).toEqual({ attributes: ['mention_menu', 'presidential_use'] });
  });
});
