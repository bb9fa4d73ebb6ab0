import { useState } from 'react';

export function readSessionSet(key: string): Set<string> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((item) => typeof item === 'string') : []);
  } catch {
    return new Set();
  }
}

export function storeSessionSet(key: string, set: ReadonlySet<string>): void {
  try {
    if (set.size > 0) sessionStorage.setItem(key, JSON.stringify([...set]));
    else sessionStorage.removeItem(key);
  } catch {
    // Storage can be unavailable; the state then lasts until the page is closed.
  }
}

/** A copy of the set with or without a name. */
export function setMember(set: ReadonlySet<string>, name: string, member: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (member) next.add(name);
  else next.delete(name);
  return next;
}

/** A set of names stored for the browser session (SPEC section 3, session-stored UI state). */
export function useSessionSet(key: string): [ReadonlySet<string>, (name: string, member: boolean) => void] {
  const [set, setSet] = useState<ReadonlySet<string>>(() => readSessionSet(key));
  const change = (name: string, member: boolean) => {
    const next = setMember(set, name, member);
    storeSessionSet(key, next);
    setSet(next);
  };
  return [set, change];
}
