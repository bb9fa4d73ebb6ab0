import type { PersonMatch } from '@archive/contracts';
import { formatCount } from '@archive/ui';
import { roleOf } from '../role-of.ts';
import { lifespan } from '../lifespan.ts';

const REASONS: Record<Exclude<NonNullable<PersonMatch['match']>, 'alias'>, string> = {
  article: 'same Wikipedia article',
  same: 'same name',
  part: 'longer or shorter form of the name',
  initials: 'same initials',
  similar: 'similar spelling',
  surname: 'same surname',
};

/** Why an existing person may match: "same Wikipedia article". */
export function reasonOf({ match, matched_name }: PersonMatch): string | null {
  if (match === 'alias') return `also known as “${matched_name}”`;
  return match && REASONS[match];
}

/** What distinguishes people with the same name: "Prime Minister of Canada · 1874–1950 · 3 voyages". */
export const detailsOf = (person: PersonMatch): string =>
  [roleOf(person), lifespan(person), formatCount(person.voyage_count, 'voyage')].filter(Boolean).join(' · ');
