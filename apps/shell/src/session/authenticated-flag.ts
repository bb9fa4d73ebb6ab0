/**
 * The boolean of SPEC section 3: whether somebody was signed in when the page was last left. It lets a reload paint the right
 * screen at once and opens nothing: the cookie does.
 */
const KEY = 'authenticated';

export function readAuthenticated(): boolean {
  try {
    return localStorage.getItem(KEY) === 'true';
  } catch {
    return false;
  }
}

export function keepAuthenticated(authenticated: boolean): void {
  if (readAuthenticated() === authenticated) return;
  try {
    if (authenticated) localStorage.setItem(KEY, 'true');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage a reload shows the spinner for a moment.
  }
}

/** Calls `changed` when another window of the same browser signs in or out. */
export function onAuthenticatedElsewhere(changed: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) changed();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
