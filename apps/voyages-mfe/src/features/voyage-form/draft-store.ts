import type { Voyage } from '@archive/contracts';
import type { WaitingFile } from './attachments.ts';
import { dropFiles } from './draft-files.ts';
import type { FormValues } from './values.ts';

/** Work that has not been saved, as the browser keeps it over reloads, crashes and the end of a session. */
export interface Draft {
  /** Of one form in one window: two windows that edit one voyage keep a draft each. */
  id: string;
  values: FormValues;
  /** The voyage that it was made from; null for a new one. */
  stored: Voyage | null;
  etag: string | null;
  /** What is said of the files that wait; the files themselves are kept beside it (`draft-files.ts`). */
  files: WaitingFile[];
  /** Milliseconds since 1970. */
  kept_at: number;
}

const FORM = 2;
const prefixOf = (slug: string | undefined) => `voyages.draft.${slug ?? '(new)'}.`;
const keyOf = (slug: string | undefined, id: string) => prefixOf(slug) + id;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function isDraft(value: unknown): value is Draft & { form: number } {
  return (
    isRecord(value) &&
    value['form'] === FORM &&
    isRecord(value['values']) &&
    Array.isArray(value['values']['passengers']) &&
    Array.isArray(value['files'])
  );
}

export const newDraftId = (): string => crypto.getRandomValues(new Uint32Array(2)).join('');

function keptDrafts(slug: string | undefined): Draft[] {
  const found: Draft[] = [];
  for (const key of Object.keys(localStorage)) {
    if (!key.startsWith(prefixOf(slug))) continue;
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (isDraft(kept)) found.push(kept);
  }
  return found.sort((a, b) => b.kept_at - a.kept_at);
}

/**
 * The drafts of a voyage, or of new ones, newest first, that no window works on at the moment. Where a browser cannot tell, all
 * of them.
 */
export async function looseDrafts(slug: string | undefined): Promise<Draft[]> {
  try {
    const drafts = keptDrafts(slug);
    if (drafts.length === 0 || !('locks' in navigator)) return drafts;
    const { held = [] } = await navigator.locks.query();
    const inUse = new Set(held.map(({ name }) => name));
    return drafts.filter(({ id }) => !inUse.has(keyOf(slug, id)));
  } catch {
    return [];
  }
}

/** Says to other windows that this one works on a draft, until the answer is called. A window that crashes lets go by itself. */
export function holdDraft(slug: string | undefined, id: string): () => void {
  if (!('locks' in navigator)) return () => {};
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks.request(keyOf(slug, id), () => promise);
  return resolve;
}

/** Does nothing in a browser that stores nothing. Texts are kept at once, even by a page that is being closed. */
export function keepDraft(slug: string | undefined, draft: Draft): void {
  try {
    localStorage.setItem(keyOf(slug, draft.id), JSON.stringify({ ...draft, form: FORM }));
  } catch {
    // The form goes on without.
  }
}

/** Lets a draft go, with its files. */
export function dropDraft(slug: string | undefined, id: string, files: readonly { id: string }[]): void {
  if (files.length > 0) void dropFiles(files.map((file) => file.id));
  try {
    localStorage.removeItem(keyOf(slug, id));
  } catch {
    // What could not be kept need not be dropped.
  }
}
