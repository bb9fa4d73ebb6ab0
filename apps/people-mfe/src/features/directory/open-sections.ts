import { useState } from 'react';

function stored(key: string): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** Names that are kept for the browser's session. */
function useKeptNames(key: string): [string[], (name: string, isIn: boolean) => void] {
  const [names, setNames] = useState(() => stored(key));
  const set = (name: string, isIn: boolean) => {
    const next = isIn ? [...new Set([...names, name])] : names.filter((one) => one !== name);
    setNames(next);
    sessionStorage.setItem(key, JSON.stringify(next));
  };
  return [names, set];
}

/** Which presidents are open; all are folded the first time (SPEC section 2, People directory). */
export function useOpenSections() {
  const [open, set] = useKeptNames('people.open-sections');
  return { open, set };
}

/** Which roles are folded; all are open the first time. */
export function useFolded() {
  const [folded, set] = useKeptNames('people.folded-roles');
  return { folded, set };
}
