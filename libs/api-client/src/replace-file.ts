import type { MediaItem, mediaRecordOperations } from '@archive/contracts';
import { mutationOptions, type QueryClient } from '@archive/query';
import { invalidateRecords } from './keys.ts';
import { sendForm, type UploadInput } from './media-upload.ts';
import { endpoint, request } from './request.ts';

type Operations = typeof mediaRecordOperations;
const undo = endpoint<Operations['undoReplacement']>('POST', '/api/curator/media/{media_slug}/file/undo');

interface ReplaceFileInput extends Pick<UploadInput, 'file' | 'onProgress' | 'signal'> {
  slug: string;
}

/** Replaces the file of a media item. Throws the same errors as `uploadMedia`. */
export const replaceFileMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ slug, file, ...options }: ReplaceFileInput) => {
      const form = new FormData();
      form.set('file', file);
      return sendForm<MediaItem>(`/api/curator/media/${encodeURIComponent(slug)}/file`, form, options);
    },
    onSuccess: () => {
      void invalidateRecords(client);
    },
  });

/** Restores the file that was replaced most recently. */
export const undoReplacementMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (slug: string) => request(undo, { params: { media_slug: slug } }),
    onSuccess: () => {
      void invalidateRecords(client);
    },
  });
