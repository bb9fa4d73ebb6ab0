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

/** How the voyages are looked at, for as long as the browser's session lasts (SPEC section 3). */
export function useViewMode(): [ViewMode, (mode: ViewMode) => void] {
  const [mode, setMode] = useState(read);
  const change = (next: ViewMode) => {
    try {
      sessionStorage.setItem(KEY, next);
    } catch {
      // A browser that stores nothing shows the list at the next visit.
    }
    setMode(next);
  };
  return [mode, change];
}
