/**
 * The stored authentication flag (SPEC section 3). It lets a reload render the likely screen immediately; access depends on the
 * session cookie alone.
 */
const KEY = 'authenticated';

export function readAuthenticated(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

export function storeAuthenticated(authenticated: boolean): void {
  if (readAuthenticated() === authenticated) return;
  try {
    if (authenticated) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is unavailable: a reload briefly shows the spinner.
  }
}

/** Calls `changed` when another tab signs in or out. Returns the unsubscribe function. */
export function onAuthenticatedInOtherTab(onChange: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) onChange();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
