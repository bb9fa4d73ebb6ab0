import { statement } from '../../database/index.ts';
import type { ChangeSet } from './change-set.ts';

/** Captions of a video or recording in a language. */
export interface Caption {
  /** Language tag (BCP 47): `en`, `pt-BR`. */
  language: string;
  label: string;
  /** The captions as WebVTT. */
  content: string;
}

const INSERT = statement(
  'captions-insert',
  `insert into media_caption (media_id, language, label, content)
  select $1, n.language, n.label, n.content from jsonb_to_recordset($2::jsonb) as n(language text, label text, content text)`,
);
const DELETE = statement('captions-delete', 'delete from media_caption where media_id = $1');
const INCREMENT_VERSION = statement(
  'captions-touch',
  'update media set version = version + 1, updated_at = now() where id = $1',
);

/** Sets the captions of a locked media item. */
export async function replaceCaptions(changes: ChangeSet, media: number, captions: readonly Caption[]): Promise<void> {
  await changes.takeSnapshots('media', [media]);
  await changes.executor.execute(DELETE, [media]);
  await changes.executor.execute(INSERT, [media, JSON.stringify(captions)]);
  if (changes.markForNewVersion('media', [media]).length > 0)
    await changes.executor.execute(INCREMENT_VERSION, [media]);
}
