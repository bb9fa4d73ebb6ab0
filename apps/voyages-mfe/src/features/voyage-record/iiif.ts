import type { MediaItem } from '@archive/contracts';

/** URLs of IIIF manifests. The server responds with JSON documents, so they aren't router links. */
export const voyageManifestHref = (slug: string) => `/iiif/voyages/${slug}/manifest.json`;
export const albumManifestHref = (slug: string) => `/iiif/albums/${slug}/manifest.json`;

/** Whether a manifest includes a media item. */
export const hasPicture = ({ public_derivative_url: picture }: MediaItem) => picture !== null;
