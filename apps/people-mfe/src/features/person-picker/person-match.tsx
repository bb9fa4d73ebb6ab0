import type { PersonMatch } from '@archive/contracts';
import { formatCount } from '@archive/ui';
import { roleOf } from '../role-of.ts';
import { lifespan } from '../lifespan.ts';

const REASONS: Record<Exclude<NonNullable<PersonMatch['match']>, 'alias'>, string> = {
  article: 'Same Wikipedia article',
  same: 'Same name',
  part: 'Longer or shorter form of the name',
  initials: 'Same initials',
  similar: 'Similar spelling',
  surname: 'Same surname',
};

/** Why an existing person may match: "Same Wikipedia article". */
export function reasonOf({ match, matched_name }: PersonMatch): string | null {
  if (match === 'alias') return `Also known as “${matched_name}”`;
  return match && REASONS[match];
}

/** Details that distinguish people with the same name: "Prime Minister of Canada · 1874–1950 · 3 voyages". */
export const detailsOf = (person: PersonMatch): string =>
  [roleOf(person), lifespan(person), formatCount(person.voyage_count, 'voyage')].filter(Boolean).join(' · ');

/** Why a person may match, and who they are: "Similar spelling · Prime Minister of Canada · 1874–1950 · 3 voyages". */
export const matchDetailsOf = (person: PersonMatch): string =>
  [reasonOf(person), detailsOf(person)].filter(Boolean).join(' · ');
