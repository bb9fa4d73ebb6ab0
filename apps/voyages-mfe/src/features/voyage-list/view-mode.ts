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

/** View mode, stored for the browser session (SPEC section 3). */
export function useViewMode(): [ViewMode, (mode: ViewMode) => void] {
  const [mode, setMode] = useState(read);
  const change = (next: ViewMode) => {
    try {
      sessionStorage.setItem(KEY, next);
    } catch {
      // Storage can be unavailable; the next visit then shows the list.
    }
    setMode(next);
  };
  return [mode, change];
}
