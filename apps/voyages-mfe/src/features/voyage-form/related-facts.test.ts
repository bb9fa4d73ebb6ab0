import { aPresident } from '@archive/testing';
import { describe, expect, test } from '@jest/globals';
import { offersOf } from './related-facts.ts';
import { NEW_VOYAGE, pickedPassenger, type FormValues } from './values.ts';

const TRUMAN = aPresident({
  president_slug: 'truman-harry-s',
  full_name: 'Harry S. Truman',
  initials: 'HST',
  presidential: true,
});
const offersFor = (values: Partial<FormValues>) =>
  offersOf({ ...NEW_VOYAGE, ...values }, [TRUMAN]).map(({ at, text }) => `${at}: ${text}`);
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
  test('nothing is offered for an empty form, or when both are there', () => {
    expect(offersFor({})).toEqual([]);
    expect(offersFor({ passengers: aboard, presidential_initials: 'HST', attributes: ['presidential_use'] })).toEqual(
      [],
    );
    expect(offersFor({ royalty_details: 'Elizabeth II', attributes: ['has_royalty'] })).toEqual([]);
  });

  test('a president aboard offers initials and Presidential Use, and they offer the passenger', () => {
    expect(offersFor({ passengers: aboard })).toEqual([
      'people: Also mark as Presidential Use?',
      'people: Also enter Harry S. Truman as President Aboard?',
    ]);
    expect(offersFor({ presidential_initials: 'HST' })).toEqual([
      'attributes: Also mark as Presidential Use?',
      'attributes: Also add Harry S. Truman as a passenger?',
    ]);
    expect(offersFor({ attributes: ['presidential_use'], president_slug_from_voyage: 'truman-harry-s' })).toEqual([
      'attributes: Also enter Harry S. Truman as President Aboard?',
    ]);
  });

  test('a country or a name offers its attribute, and the attribute asks for it', () => {
    expect(offersFor({ foreign_leader_country: 'Canada' })).toEqual([
      'attributes: Also mark as Foreign Leader Present?',
    ]);
    expect(offersFor({ attributes: ['has_royalty'] })).toEqual(['attributes: Who was the royalty aboard?']);
  });

  test('Mount Vernon as a place and as an attribute offer each other, and never replace another place', () => {
    expect(offersFor({ end_location: 'off Mount vernon' })).toEqual(['places: Also mark as Mount Vernon?']);
    expect(offersFor({ attributes: ['mention_mount_vernon'] })).toEqual([
      'attributes: Also enter Mount Vernon as End Location?',
    ]);
    expect(offersFor({ attributes: ['mention_mount_vernon'], end_location: 'Quantico' })).toEqual([]);
  });

  test('accepting changes only the field of the question', () => {
    const [use] = offersOf({ ...NEW_VOYAGE, passengers: aboard, attributes: ['mention_menu'] }, [TRUMAN]);
    expect(use?.changes).toEqual({ attributes: ['mention_menu', 'presidential_use'] });
  });
});
