import { Spinner } from '@archive/ui';
import { NoticeBar } from './notice-bar.tsx';
import { useServerUnavailable } from './use-server-unavailable.ts';

/** Shown while the server can't be reached. */
export function UnavailableNotice() {
  if (!useServerUnavailable()) return null;
  return (
    <NoticeBar>
      <Spinner className="shrink-0 text-navy" />
      Can’t reach the server. Trying again...
    </NoticeBar>
  );
}
