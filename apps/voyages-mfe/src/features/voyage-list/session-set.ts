import { useState } from 'react';

export function readSessionSet(key: string): Set<string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return new Set(Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : []);
  } catch {
    return new Set();
  }
}

export function keepSessionSet(key: string, set: ReadonlySet<string>): void {
  try {
    if (set.size > 0) sessionStorage.setItem(key, JSON.stringify([...set]));
    else sessionStorage.removeItem(key);
  } catch {
    // A browser that stores nothing forgets at the next visit; the page itself goes on.
  }
}

/** The set with a name in it, or without it. */
export function withMember(set: ReadonlySet<string>, name: string, member: boolean): ReadonlySet<string> {
  const next = new Set(set);
  if (member) next.add(name);
  else next.delete(name);
  return next;
}

/** A set of names that lasts as long as the browser session (SPEC section 3, session-stored UI state). */
export function useSessionSet(key: string): [ReadonlySet<string>, (name: string, member: boolean) => void] {
  const [set, setSet] = useState<ReadonlySet<string>>(() => readSessionSet(key));
  const change = (name: string, member: boolean) => {
    const next = withMember(set, name, member);
    keepSessionSet(key, next);
    setSet(next);
  };
  return [set, change];
}
