import { useSearchParams } from '@archive/router';
import { useState } from 'react';

export type ViewMode = 'list' | 'timeline';

const KEY = 'voyages.view';

function read(): ViewMode {
  try {
    return sessionStorage.getItem(KEY) === 'timeline' ? 'timeline' : 'list';
  } catch {
    return 'list';
  }
}

/** View mode: that of the address, otherwise the one stored for the browser session (SPEC section 3). */
export function useViewMode(): [ViewMode, (mode: ViewMode) => void] {
  const [address, setAddress] = useSearchParams();
  const [stored, setStored] = useState(read);
  const change = (next: ViewMode) => {
    try {
      sessionStorage.setItem(KEY, next);
    } catch {
      // Storage can be unavailable; the next visit then shows the list.
    }
    setStored(next);
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('view');
        after.delete('date');
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [address.get('view') === 'timeline' ? 'timeline' : stored, change];
}
