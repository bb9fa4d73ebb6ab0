import { earliestDay, latestDay } from './dates/index.ts';
import type { President } from './presidents.ts';

/** Owners that are excluded from pickers and never proposed (SPEC section 5). */
const EXCLUDED_OWNERS: ReadonlySet<string> = new Set([
  'reagan-ronald',
  'bush-george-w',
  'obama-barack',
  'post-presidential',
]);

/** The record of the owners after presidential service. Its term begins with the year in which the service ended. */
const AFTER_SERVICE = 'post-presidential';

export const isPickableOwner = ({ president_slug }: Pick<President, 'president_slug'>): boolean =>
  !EXCLUDED_OWNERS.has(president_slug);

export const PRIVATE_OWNER = 'Private Owner';
export const NAVY_OWNER = 'U.S. Navy';

/** Whether the party of a president/owner is a political party. */
export const isPresidentialParty = (party: string | null): boolean =>
  party !== null && party !== PRIVATE_OWNER && party !== NAVY_OWNER;

type Owner = Pick<President, 'president_slug' | 'party' | 'term_start' | 'term_end'>;

/** Why an owner is proposed: the president or owner was aboard, or the date is within the term. */
export const OWNER_PROPOSALS = ['aboard', 'term'] as const;
export type OwnerProposalReason = (typeof OWNER_PROPOSALS)[number];

export interface OwnerProposal<O> {
  owner: O;
  reason: OwnerProposalReason;
}

/** Whether a term can include a date, and whether it does for certain. An unknown start or end is open. */
function match({ term_start, term_end }: Owner, date: string): { overlaps: boolean; includes: boolean } {
  const [first, last] = [earliestDay(date) ?? '', latestDay(date) ?? ''];
  const from = (term_start && earliestDay(term_start)) ?? '';
  const to = (term_end && latestDay(term_end)) ?? '9999';
  return { overlaps: last >= from && first <= to, includes: first >= from && last <= to };
}

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

/**
 * Proposes whose a voyage without an owner is: the one owner aboard in the own term, or else the one whose term includes its date. A private
 * owner comes before the president of the time, and a president before the Navy. The term of a president who isn't aboard counts only until
 * the presidential service ended.
 */
export function proposeOwner<O extends Owner>(
  date: string,
  aboard: ReadonlySet<string>,
  owners: readonly O[],
): OwnerProposal<O> | null {
  const possible = owners.filter((owner) => isPickableOwner(owner) && match(owner, date).overlaps);
  const aboardInTerm = possible.filter(({ president_slug }) => aboard.has(president_slug));
  if (aboardInTerm.length > 0) {
    const owner = only(aboardInTerm);
    return owner ? { owner, reason: 'aboard' } : null;
  }
  const known = possible.filter(({ term_start }) => term_start !== null);
  const isAfterService = owners.some(({ president_slug, term_start }) => {
    const start = president_slug === AFTER_SERVICE && term_start ? latestDay(term_start) : undefined;
    return start !== undefined && start < (earliestDay(date) ?? '');
  });
  const groups = [
    known.filter(({ party }) => party === PRIVATE_OWNER),
    isAfterService ? [] : known.filter(({ party }) => isPresidentialParty(party)),
    known.filter(({ party }) => !isPresidentialParty(party)),
  ];
  const owner = only(groups.find((group) => group.length > 0) ?? []);
  return owner && match(owner, date).includes ? { owner, reason: 'term' } : null;
}
