import { ApiError, linkMedia, SameFileError, sendFile, type SendInput } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';

/** Accepted file types (SPEC section 2, Media upload dialog); the server checks the content. */
export const ACCEPTED = 'image/*,application/pdf,.pdf,.doc,.docx';

/** Default title: the file name without its extension. */
const titleOf = (name: string): string => name.replace(/\.[^.]+$/, '') || name;

interface FileToStore extends Omit<SendInput, 'fields'> {
  name: string;
  category: NonNullable<MediaItem['media_category']>;
  /** Metadata fields in addition to the title. */
  fields?: Record<string, string>;
}

/** Uploads a file to a voyage; a file that the library already has is linked instead. Resolves to its `media_slug`. */
export async function storeFile(voyage: string, { name, category, fields, ...input }: FileToStore): Promise<string> {
  const metadata = { media_slug: 'auto', title: titleOf(name), media_category: category, voyage_slug: voyage };
  try {
    return (await sendFile({ ...input, fields: { ...metadata, ...fields } })).media_slug;
  } catch (error) {
    if (!(error instanceof SameFileError)) throw error;
    const { media_slug } = error;
    const link = { media_slug, voyage_slug: voyage, media_category: category, sort_order: null };
    await linkMedia(link).catch((failure: unknown) => {
      // The file is already attached to the voyage.
      if (!(failure instanceof ApiError && failure.status === 409)) throw failure;
    });
    return media_slug;
  }
}
