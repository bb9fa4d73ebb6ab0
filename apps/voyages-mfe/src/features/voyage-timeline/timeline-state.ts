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

function keep(key: string, value: string): void {
  try {
    if (value === '') sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    // A browser that stores nothing begins at the beginning the next time.
  }
}

/** Where the timeline stands and whose it is, for as long as the browser's session lasts (SPEC section 3). */
export function useTimelineState() {
  const [date, setDate] = useState(() => (dateProblem(read(DATE)) ? undefined : read(DATE) || undefined));
  const [owners, setOwners] = useState(() => read(OWNERS).split(' ').filter(Boolean));
  return {
    /** A day, a month or a year; undefined until one has been chosen. */
    date,
    goTo: (next: string) => {
      keep(DATE, next);
      setDate(next);
    },
    /** Slugs; none means all. */
    owners,
    filter: (next: string[]) => {
      keep(OWNERS, next.join(' '));
      setOwners(next);
    },
  };
}
