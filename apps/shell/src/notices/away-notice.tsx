import { Spinner } from '@archive/ui';
import { Bar } from './bar.tsx';
import { useAway } from './use-away.ts';

/** While the server is away: that it is known, and that it is being tried. */
export function AwayNotice() {
  if (!useAway()) return null;
  return (
    <Bar>
      <Spinner className="shrink-0 text-navy" />
      The archive does not answer at the moment. Trying again by itself.
    </Bar>
  );
}
