export const COLLECTIONS = '/media-explorer/collections';

/** Permanent URL of a collection. */
export const collectionHref = (slug: string) => `/media/collections/${slug}`;
