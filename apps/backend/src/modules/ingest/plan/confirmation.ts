import { formatNumber, pluralize } from '@archive/contracts/format';
import { type Removal, removalWarning } from './removals.ts';

/** What a curator confirmed. */
export interface Confirmations {
  removals: boolean;
  sameDay: boolean;
  /** That names which need review are imported as the preview says. */
  names: boolean;
}

export type ConfirmationName = 'confirm_removals' | 'confirm_same_day' | 'confirm_names';

/** A sentence about the first effect of an import that needs a confirmation and has none; undefined if everything is confirmed. */
export function unconfirmed(
  { removals, sameDay, names }: { removals: readonly Removal[]; sameDay: number; names: number },
  confirmed: Confirmations,
): { path: ConfirmationName; message: string } | undefined {
  const warning = removalWarning(removals);
  if (warning !== null && !confirmed.removals) return { path: 'confirm_removals', message: warning };
  if (sameDay > 0 && !confirmed.sameDay) return { path: 'confirm_same_day', message: sameDayWarning(sameDay) };
  if (names > 0 && !confirmed.names)
    return {
      path: 'confirm_names',
      message: `${pluralize(names, 'A name needs', `${formatNumber(names)} names need`)} review.`,
    };
  return undefined;
}

const sameDayWarning = (count: number) =>
  `This would add ${pluralize(count, 'a voyage on a day that already has one', `${formatNumber(count)} voyages on days that already have one`)}.`;
