import type { BrowseResult } from '@archive/contracts';
import { captionOf } from './kinds.ts';
import { prettyFolderName } from './names.ts';

/** Without accents and case: "Zürich" is found by "zurich". */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** What of a folder has every word in its name or in what is recorded of it. */
export function searched({ files, folders }: BrowseResult, q: string): Pick<BrowseResult, 'files' | 'folders'> {
  const words = folded(q).split(/\s+/).filter(Boolean);
  if (words.length === 0) return { files, folders };
  const has = (text: string) => {
    const all = folded(text);
    return words.every((word) => all.includes(word));
  };
  return {
    files: files.filter((file) =>
      has([file.name, captionOf(file), file.date, file.description_markdown].filter(Boolean).join(' ')),
    ),
    folders: folders.filter(({ name }) => has(`${name} ${prettyFolderName(name)}`)),
  };
}
