import { useState } from 'react';

function read(key: string): Set<string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []);
  } catch {
    return new Set();
  }
}

function keep(key: string, set: Set<string>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([...set]));
  } catch {
    // A browser that stores nothing forgets at the next visit; the page itself goes on.
  }
}

/** A set of names that lasts as long as the browser session (SPEC section 3, session-stored UI state). */
export function useSessionSet(key: string): [ReadonlySet<string>, (name: string, member: boolean) => void] {
  const [set, setSet] = useState(() => read(key));
  const change = (name: string, member: boolean) => {
    const next = new Set(set);
    if (member) next.add(name);
    else next.delete(name);
    keep(key, next);
    setSet(next);
  };
  return [set, change];
}
