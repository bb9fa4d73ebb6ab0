import { useState } from 'react';

function readStored(key: string): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** A set of names in session storage. */
function useSessionNames(key: string): [string[], (name: string, included: boolean) => void] {
  const [names, setNames] = useState(() => readStored(key));
  const set = (name: string, included: boolean) => {
    const next = included ? [...new Set([...names, name])] : names.filter((item) => item !== name);
    setNames(next);
    sessionStorage.setItem(key, JSON.stringify(next));
  };
  return [names, set];
}

/** Expanded president sections; all are collapsed at first (SPEC section 2, People directory). */
export function useOpenSections() {
  const [open, set] = useSessionNames('people.open-sections');
  return { open, set };
}

/** Collapsed role sections; all are expanded at first. */
export function useCollapsedRoles() {
  const [collapsed, set] = useSessionNames('people.collapsed-roles');
  return { collapsed, set };
}
