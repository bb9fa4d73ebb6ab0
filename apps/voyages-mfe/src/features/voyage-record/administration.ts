import type { President, VoyageListItem } from '@archive/contracts';
import { isPickableOwner } from '@archive/contracts/owner-proposal';

interface Owner {
  president_name: string | null;
  presidential: boolean;
  proposed_owner?: Pick<NonNullable<VoyageListItem['proposed_owner']>, 'president_name' | 'presidential'> | undefined;
}

/** Section title of an owner (SPEC section 2, voyage list). */
export function administrationLabel({ president_name, presidential, proposed_owner }: Owner): string {
  if (proposed_owner) return `${administrationLabel(proposed_owner)} (proposed)`;
  return presidential && president_name ? `${president_name} Administration` : 'Before / After Presidential Service';
}

const yearOf = (date: string | null): string => date?.slice(0, 4) ?? '';

/** "1945–1953", "since 2021", "until 1931"; empty when no term is known. */
export function termYears({ term_start, term_end }: { term_start: string | null; term_end: string | null }): string {
  const from = yearOf(term_start);
  const to = yearOf(term_end);
  if (from && to) return from === to ? from : `${from}–${to}`;
  if (from) return `since ${from}`;
  return to ? `until ${to}` : '';
}

/** Owners shown in the pickers. */
export const pickable = (presidents: readonly President[]): President[] => presidents.filter(isPickableOwner);
