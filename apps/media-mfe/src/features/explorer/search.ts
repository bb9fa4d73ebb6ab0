import type { BrowseResult } from '@archive/contracts';
import { captionOf } from '../stored-file.ts';
import { prettyFolderName } from '../display-names.ts';

/** Lower case without accents, so that "zurich" finds "Zürich". */
const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Files and folders that contain every word in their name or metadata. */
export function searchFolder({ files, folders }: BrowseResult, q: string): Pick<BrowseResult, 'files' | 'folders'> {
  const words = normalize(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return { files, folders };
  const matches = (text: string) => {
    const normalizedText = normalize(text);
    return words.every((word) => normalizedText.includes(word));
  };
  return {
    files: files.filter((file) =>
      matches(
        [
          file.name,
          captionOf(file),
          file.date,
          file.description_markdown,
          file.creator,
          file.place,
          file.identifier,
          file.original_filename,
          ...file.tags,
        ]
          .filter(Boolean)
          .join(' '),
      ),
    ),
    folders: folders.filter(({ name }) => matches(`${name} ${prettyFolderName(name)}`)),
  };
}
