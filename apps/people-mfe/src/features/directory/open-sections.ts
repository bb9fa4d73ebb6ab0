import { useState } from 'react';

const KEY = 'people.open-sections';

function stored(): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
  }
}

/** Which sections are open, kept for the browser's session; all are folded the first time (SPEC section 2, People directory). */
export function useOpenSections() {
  const [open, setOpen] = useState(stored);
  const set = (section: string, isOpen: boolean) => {
    const next = isOpen ? [...new Set([...open, section])] : open.filter((one) => one !== section);
    setOpen(next);
    sessionStorage.setItem(KEY, JSON.stringify(next));
  };
  return { isOpen: (section: string) => open.includes(section), set };
}
