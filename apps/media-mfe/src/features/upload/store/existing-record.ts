import {
  addToAlbum,
  ApiError,
  fetchMedia,
  linkMedia,
  type MediaFields,
  restoreFromTrashMutation,
  updateMediaMutation,
} from '@archive/api-client';
import type { QueryClient } from '@archive/query';
import { reportFailure } from '@archive/shell-api';
import { mediaTypeOf, titleOf } from '../file-kinds.ts';
import { enteredFields } from '../upload-draft.ts';
import type { Batch, UploadItem } from './upload-item.ts';

const isLinkedAlready = (error: unknown) => error instanceof ApiError && error.status === 409;

/** Shows a media item with the voyage of the upload, if it is for one. */
export async function linkToVoyage(media_slug: string, { voyage, shared }: Batch): Promise<void> {
  if (!voyage) return;
  const media_category = shared.media_category === 'additional_source' ? 'additional_source' : 'source';
  try {
    await linkMedia({ media_slug, voyage_slug: voyage.voyage_slug, media_category, sort_order: null, notes: '' });
  } catch (error) {
    if (!isLinkedAlready(error)) throw error;
  }
}

/** Adds a media item of the voyage to the album of the upload, if it is for one. */
export async function addToAlbumOf(client: QueryClient, slug: string, { album }: Batch): Promise<void> {
  if (album) await addToAlbum(client, album.album_slug, slug);
}

/** A failed link of a stored file is only logged (SPEC section 8). */
export const linkOrReport = (slug: string, batch: Batch): Promise<void> =>
  linkToVoyage(slug, batch).catch((error: unknown) => reportFailure('media', __VERSION__, error));

export const updateRecord = (client: QueryClient, slug: string, body: MediaFields) =>
  client.getMutationCache().build(client, updateMediaMutation(client)).execute({ slug, body });

/** Writes the entered fields to the record that has the same file. Blank and preset fields stay unchanged. */
export async function replaceFields(client: QueryClient, slug: string, item: UploadItem): Promise<void> {
  const { title, media_type: type, ...fields } = enteredFields(item.values, item.batch.shared);
  const entered = {
    ...fields,
    ...(title === titleOf(item.name) ? {} : { title }),
    ...(type === mediaTypeOf(item) ? {} : { media_type: type }),
  };
  if (Object.keys(entered).length > 0) await updateRecord(client, slug, entered as MediaFields);
}

/** Restores the media item of a file from the trash. */
export async function restoreRecord(client: QueryClient, slug: string) {
  const { failures } = await client
    .getMutationCache()
    .build(client, restoreFromTrashMutation(client))
    .execute({ slugs: [slug], onProgress: () => undefined });
  if (failures[0]) throw new Error(failures[0].reason);
  return fetchMedia(slug);
}
