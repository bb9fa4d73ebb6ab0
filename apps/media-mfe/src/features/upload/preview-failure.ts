import { fetchMedia } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';

const POLL_MS = 1000;
const MAX_POLLS = 120;

/**
 * Waits until the server has generated the preview of an upload. Resolves to the reason if it failed, for example because the file is
 * damaged; to undefined if there is a preview, or none is made for this type of file.
 */
export async function previewFailure(uploaded: MediaItem): Promise<string | undefined> {
  let media = uploaded;
  for (let poll = 0; poll < MAX_POLLS && media.preview_state === 'waiting'; poll += 1) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    media = await fetchMedia(media.media_slug);
  }
  return media.preview_state === 'failed' ? (media.preview_error ?? 'The preview couldn’t be generated.') : undefined;
}
