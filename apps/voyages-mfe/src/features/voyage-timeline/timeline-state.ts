import { dateProblem } from '@archive/editing';
import { useState } from 'react';

const DATE = 'voyages.timeline.date';
const OWNERS = 'voyages.timeline.owners';

function read(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function write(key: string, value: string): void {
  try {
    if (value === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // Storage can be unavailable; the next visit then starts at the first date.
  }
}

/** Date and president filter of the timeline, stored for the browser session (SPEC section 3). */
export function useTimelineState() {
  const [date, setDate] = useState(() => (dateProblem(read(DATE)) ? undefined : read(DATE) || undefined));
  const [owners, setOwners] = useState(() => read(OWNERS).split(' ').filter(Boolean));
  return {
    /** A day, month or year; undefined until one is chosen. */
    date,
    goTo: (next: string) => {
      write(DATE, next);
      setDate(next);
    },
    /** Owner slugs; empty means all. */
    owners,
    filter: (next: string[]) => {
      write(OWNERS, next.join(' '));
      setOwners(next);
    },
  };
}
