import { ApiError, messageOf, type SendInput } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import { dateValue } from '@archive/editing';
import { storeFile } from '../voyage-media/upload-media.tsx';
import type { LinkFailure } from './save-voyage.ts';

export type Category = NonNullable<MediaItem['media_category']>;

/** Metadata of a file to upload after the voyage is saved. */
export interface PendingFile {
  /** Id, also used as the upload's idempotency key and as the key of the file stored in the browser. */
  id: string;
  name: string;
  category: Category;
  date: string;
  credit: string;
  description: string;
}

export interface Attachment extends PendingFile {
  file: File;
}

export const attachmentOf = (file: File, category: Category): Attachment => ({
  id: `source-${crypto.getRandomValues(new Uint32Array(3)).join('')}`,
  name: file.name,
  file,
  category,
  date: '',
  credit: '',
  description: '',
});

/** The metadata to store in a draft. */
export const pendingFileOf = ({ id, name, category, date, credit, description }: Attachment): PendingFile => ({
  id,
  name,
  category,
  date,
  credit,
  description,
});

/** Progress of an upload. */
export interface UploadProgress {
  /** Uploaded fraction, 0 to 1. */
  fraction: number;
  note?: string | undefined;
}

type UploadOptions = Pick<SendInput, 'signal' | 'onProgress' | 'onNote'>;

async function upload(slug: string, attachment: Attachment, options: UploadOptions): Promise<void> {
  const { id, name, file, category, date, credit, description } = attachment;
  const fields = {
    ...(date ? { date: dateValue(date) } : {}),
    ...(credit.trim() ? { credit: credit.trim() } : {}),
    ...(description.trim() ? { description_markdown: description.trim() } : {}),
  };
  await storeFile(slug, { file, name, category, fields, idempotencyKey: id, ...options });
}

/**
 * Uploads files one after another. A failure is reported and does not stop the others, except for an expired session.
 *
 * @param signal Stops the current upload and skips the remaining ones.
 * @throws `ApiError` 401 if the session has expired.
 */
export async function uploadAll(
  slug: string,
  attachments: Attachment[],
  signal: AbortSignal,
  onProgress: (id: string, changes: Partial<UploadProgress>) => void,
): Promise<{ done: string[]; failures: LinkFailure[] }> {
  const savedIds: string[] = [];
  const failures: LinkFailure[] = [];
  for (const attachment of attachments) {
    try {
      signal.throwIfAborted();
      await upload(slug, attachment, {
        signal,
        onProgress: (fraction) => onProgress(attachment.id, { fraction }),
        onNote: (note) => onProgress(attachment.id, { note }),
      });
      savedIds.push(attachment.id);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) throw error;
      failures.push({ what: `${attachment.name} was not uploaded`, why: messageOf(error) });
    }
  }
  return { done: savedIds, failures };
}
