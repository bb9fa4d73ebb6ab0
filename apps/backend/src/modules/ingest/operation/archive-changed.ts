/** Shown when a preview can't be applied anymore. */
export const ARCHIVE_CHANGED = 'The archive has changed since this preview. Preview the document again.';
