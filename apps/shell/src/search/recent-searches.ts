const KEY = 'recent-searches';
const MAX_COUNT = 8;

/** The searches of this browser session, newest first. */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored)
      ? stored.filter((text): text is string => typeof text === 'string').slice(0, MAX_COUNT)
      : [];
  } catch {
    return [];
  }
}

export function rememberSearch(q: string): void {
  const others = recentSearches().filter((text) => text.toLowerCase() !== q.toLowerCase());
  try {
    sessionStorage.setItem(KEY, JSON.stringify([q, ...others].slice(0, MAX_COUNT)));
  } catch {
    // Session storage is unavailable: searches aren't remembered.
  }
}

export function forgetSearches(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Session storage is unavailable: there is nothing to remove.
  }
}
