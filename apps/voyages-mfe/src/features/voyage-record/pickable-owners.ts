import type { President } from '@archive/contracts';

/** Owners excluded from the pickers (SPEC section 5). */
const EXCLUDED_OWNERS = new Set(['reagan-ronald', 'bush-george-w', 'obama-barack', 'post-presidential']);

/** Owners shown in the pickers. */
export const pickable = (presidents: readonly President[]): President[] =>
  presidents.filter(({ president_slug }) => !EXCLUDED_OWNERS.has(president_slug));
