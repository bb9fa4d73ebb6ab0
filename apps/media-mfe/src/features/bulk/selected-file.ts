import type { StoredFile } from '@archive/contracts';

/** A selected file, as bulk actions need it. */
export type SelectedFile = Pick<StoredFile, 'media_slug' | 'title' | 'name' | 'url'>;
