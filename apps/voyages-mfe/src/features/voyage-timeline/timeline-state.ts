import { dateProblem } from '@archive/editing';
import { useSearchParams } from '@archive/router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useDebouncedDate } from './use-debounced-date.ts';

const DATE = 'voyages.timeline.date';
const OWNERS = 'voyages.timeline.owners';

function readItem(key: string): string {
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

const dateOf = (text: string | null): string | undefined => (!text || dateProblem(text) ? undefined : text);

/**
 * Date and president filter of the timeline, stored for the browser session
 * (SPEC section 3). The date is also in the URL, so that it can be linked.
 */
export function useTimelineState() {
  const [params] = useSearchParams();
  const dateInUrl = dateOf(params.get('date'));
  const [date, setDate] = useState(() => dateInUrl ?? dateOf(readItem(DATE)));
  /** The date that this page last wrote to the URL, so that it isn't mistaken for the user's choice. */
  const lastWrittenDate = useRef(dateInUrl);
  useEffect(() => {
    if (dateInUrl && dateInUrl !== lastWrittenDate.current) setDate(dateInUrl);
  }, [dateInUrl]);
  const [owners, setOwners] = useState(() => readItem(OWNERS).split(' ').filter(Boolean));
  return {
    /** A day, month or year; undefined until one is chosen. */
    date,
    written: lastWrittenDate,
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

/** Writes the date to the URL once it stops changing, without adding history entries. */
export function useDateInUrl(date: string | undefined, lastWrittenDate: RefObject<string | undefined>): void {
  const [, setParams] = useSearchParams();
  const settledDate = useDebouncedDate(date ?? '');
  useEffect(() => {
    if (settledDate === '') return;
    lastWrittenDate.current = settledDate;
    setParams(
      (current) => {
        const next = new URLSearchParams(current);
        next.set('view', 'timeline');
        next.set('date', settledDate);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only a new date changes the URL
  }, [settledDate]);
}
