import { describe, expect, test } from '@jest/globals';
import { isCrewRole } from './crew.ts';

describe('isCrewRole', () => {
  test.each([
    'Commanding Officer of the Sequoia',
    'Commanding Officer',
    'Commanding Officer, USS Sequoia',
    'commanding officer of the presidential yacht',
    'Captain of the yacht',
    "the yacht's captain",
    'Captain',
    'Captain, U.S.S. Sequoia',
    'crew',
    'Crew member',
    'member of the crew',
    "Chief of the yacht's crew",
    'steward',
    'Chief Steward',
    'Navy mess steward',
    'cook',
    "ship's cook",
    'steward and cook',
    'Chief Petty Officer, cook',
  ])('accepts %s', (role) => expect(isCrewRole(role)).toBe(true));
});

describe('isCrewRole', () => {
  test.each([
    null,
    '',
    'POTUS',
    'Navy Captain',
    'Captain, U.S. Navy',
    'Captain of Industry',
    'Captain of the Yale rowing crew',
    'Chief of the crew-cut party',
    'film crew',
    'member of the film crew',
    'Commanding Officer of the Atlantic Fleet',
    'Commanding Officer, Naval Gun Factory',
    'former steward',
    "the steward's wife",
    'wife of the cook',
    'Shop steward',
    'stewardship committee',
    'Cook County Commissioner',
    'Governor of the Cook Islands',
    'Secretary of the Navy',
    'Chief of Staff to the Commander in Chief',
  ])('rejects %s', (role) => expect(isCrewRole(role)).toBe(false));
});
