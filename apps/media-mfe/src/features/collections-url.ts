export const COLLECTIONS = '/media-explorer/collections';

/** Permanent address of a collection. */
export const collectionHref = (slug: string) => `/media/collections/${slug}`;
