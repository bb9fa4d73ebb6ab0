import { linkMedia, messageOf, SameFileError, sendFile, type SendInput } from '@archive/api-client';
import type { MediaItem } from '@archive/contracts';
import type { LinkFailure } from './save-voyage.ts';

export type Category = NonNullable<MediaItem['media_category']>;

/** What is said of a file that waits for the voyage to be saved. */
export interface WaitingFile {
  /** Also the name under which its upload may be repeated, and under which a draft keeps the file. */
  id: string;
  name: string;
  category: Category;
  date: string;
  credit: string;
  description: string;
}

export interface Attachment extends WaitingFile {
  file: File;
}

/** What may be chosen (SPEC section 2, Media upload dialog); the server looks at the content itself. */
export const ACCEPTED = 'image/*,application/pdf,.pdf,.doc,.docx';

export const attachmentOf = (file: File, category: Category): Attachment => ({
  id: `source-${crypto.getRandomValues(new Uint32Array(3)).join('')}`,
  name: file.name,
  file,
  category,
  date: '',
  credit: '',
  description: '',
});

/** What a draft keeps of a file beside the file itself. */
export const waitingOf = ({ id, name, category, date, credit, description }: Attachment): WaitingFile => ({
  id,
  name,
  category,
  date,
  credit,
  description,
});

/** "deck-log.pdf" is called "deck-log" until somebody gives it a better title. */
const titleOf = (name: string): string => name.replace(/\.[^.]+$/, '') || name;

/** How far a file is, and what there is to say beside it. */
export interface Sending {
  /** 0 to 1. */
  sent: number;
  note?: string | undefined;
}

type Told = Pick<SendInput, 'onProgress' | 'onNote'>;

async function upload(slug: string, one: Attachment, told: Told): Promise<void> {
  const { id, name, file, category, date, credit, description } = one;
  const fields = {
    media_slug: 'auto',
    title: titleOf(name),
    media_category: category,
    voyage_slug: slug,
    ...(date ? { date } : {}),
    ...(credit.trim() ? { credit: credit.trim() } : {}),
    ...(description.trim() ? { description_markdown: description.trim() } : {}),
  };
  try {
    await sendFile({ file, fields, repeatKey: id, signal: new AbortController().signal, ...told });
  } catch (error) {
    // The library has the very same file: the voyage shows that one.
    if (!(error instanceof SameFileError)) throw error;
    await linkMedia({ media_slug: error.media_slug, voyage_slug: slug, media_category: category, sort_order: null });
  }
}

/** Uploads files one after another; what fails is told, and holds up nothing. */
export async function uploadAll(
  slug: string,
  attachments: Attachment[],
  onProgress: (id: string, changes: Partial<Sending>) => void,
): Promise<{ done: string[]; failures: LinkFailure[] }> {
  const done: string[] = [];
  const failures: LinkFailure[] = [];
  for (const one of attachments) {
    try {
      await upload(slug, one, {
        onProgress: (sent) => onProgress(one.id, { sent }),
        onNote: (note) => onProgress(one.id, { note }),
      });
      done.push(one.id);
    } catch (error) {
      failures.push({ what: `${one.name} could not be uploaded`, why: messageOf(error) });
    }
  }
  return { done, failures };
}
