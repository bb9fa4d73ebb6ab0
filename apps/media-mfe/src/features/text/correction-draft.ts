/** A correction that was typed but not saved. It survives a reload, a closed tab and an expired session. */
export interface CorrectionDraft {
  text: string;
  /** The text of the page when the correction was started; saving compares with it. */
  previous: string;
  /** Milliseconds since 1970. */
  stored_at: number;
}

const keyOf = (slug: string, page: number) => `media.text-draft.${slug}.${page}`;

const isDraft = (value: unknown): value is CorrectionDraft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'previous' in value &&
  typeof value.previous === 'string' &&
  'stored_at' in value &&
  typeof value.stored_at === 'number';

export function storedCorrection(slug: string, page: number): CorrectionDraft | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(slug, page)) ?? 'null');
    return isDraft(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a draft, or deletes it if nothing is changed. Does nothing if storage is unavailable. */
export function storeCorrection(slug: string, page: number, text: string, previous: string): void {
  try {
    if (text === previous) localStorage.removeItem(keyOf(slug, page));
    else localStorage.setItem(keyOf(slug, page), JSON.stringify({ text, previous, stored_at: Date.now() }));
  } catch {
    // The form works without a stored draft.
  }
}

export function deleteCorrection(slug: string, page: number): void {
  try {
    localStorage.removeItem(keyOf(slug, page));
  } catch {
    // Nothing was stored, so there is nothing to delete.
  }
}
