import type { Voyage } from '@archive/contracts';
import type { FormValues } from './values.ts';

/** Work that has not been saved, as the browser keeps it over reloads, crashes and the end of a session. */
export interface Draft {
  values: FormValues;
  /** The voyage that it was made from; null for a new one. */
  stored: Voyage | null;
  etag: string | null;
  /** Milliseconds since 1970. */
  kept_at: number;
}

const FORM = 1;
const keyOf = (slug: string | undefined) => `voyages.draft.${slug ?? '(new)'}`;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isDraft(value: unknown): value is Draft & { form: number } {
  return (
    isRecord(value) &&
    value['form'] === FORM &&
    isRecord(value['values']) &&
    Array.isArray(value['values']['passengers'])
  );
}

/** The draft of a voyage, or of the new one; undefined where there is none that can be read. */
export function readDraft(slug: string | undefined): Draft | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(slug)) ?? 'null');
    return isDraft(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the draft could be kept: not in a browser that stores nothing. */
export function keepDraft(slug: string | undefined, draft: Draft): boolean {
  try {
    localStorage.setItem(keyOf(slug), JSON.stringify({ ...draft, form: FORM }));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(slug: string | undefined): void {
  try {
    localStorage.removeItem(keyOf(slug));
  } catch {
    // What could not be kept need not be dropped.
  }
}
