import type { MediaItem } from '@archive/contracts';

/** Addresses of IIIF manifests. They are documents of the server, not pages. */
export const voyageManifestHref = (slug: string) => `/iiif/voyages/${slug}/manifest.json`;
export const albumManifestHref = (slug: string) => `/iiif/albums/${slug}/manifest.json`;

/** Whether a manifest shows a media item. */
export const hasPicture = ({ public_derivative_url: picture }: MediaItem) => picture !== null;
