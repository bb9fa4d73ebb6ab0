import type { StoredFile } from '@archive/contracts';

/** The properties of a selected file that bulk actions need. */
export type SelectedFile = Pick<StoredFile, 'media_slug' | 'title' | 'name' | 'url'>;
