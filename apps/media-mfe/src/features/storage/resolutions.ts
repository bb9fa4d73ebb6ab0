import type { DiscrepancyKind } from '@archive/api-client';
import type { Resolution } from '@archive/contracts';
import { formatCount, formatNumber, pluralize } from '@archive/ui';

/** Messages of a bulk resolution. */
export interface ResolutionText {
  /** "Add all 12 to library". */
  buttonText: (count: number) => string;
  verb: string;
  noun: 'file' | 'record';
  /** Past participle, as in "12 files deleted". */
  done: string;
  question: (count: number) => string;
  description: string;
  /** Whether the resolution is permanent, which requires a second confirmation. */
  permanent: boolean;
  undoable: boolean;
}

const number = (count: number) => formatNumber(count);
const files = (count: number) => formatCount(count, 'file');
const records = (count: number) => formatCount(count, 'record');

export const RESOLUTION_TEXTS: Record<Resolution, ResolutionText> = {
  add_to_library: {
    buttonText: (count) => `Add all ${number(count)} to library`,
    verb: 'Add to library',
    noun: 'file',
    done: 'added to the media library',
    question: (count) => `Add ${files(count)} to the media library?`,
    description:
      'Each file will stay where it is and get a record named after it. Files that are already in the media library, or whose type isn’t accepted, won’t be changed.',
    permanent: false,
    undoable: true,
  },
  remove_file: {
    buttonText: (count) => `Delete all ${number(count)} files`,
    verb: 'Delete files',
    noun: 'file',
    done: 'deleted',
    question: (count) => `Permanently delete ${files(count)}?`,
    description:
      'Media not found in database. Only the stored files will be deleted. Copies of missing or changed files will be kept.',
    permanent: true,
    undoable: false,
  },
  relink: {
    buttonText: (count) => `Relink all ${number(count)}`,
    verb: 'Relink',
    noun: 'record',
    done: 'relinked',
    question: (count) => `Relink ${records(count)} to ${pluralize(count, 'its file', 'their files')}?`,
    description: 'Each record will be linked to the exact copy of its file that was found elsewhere in storage.',
    permanent: false,
    undoable: true,
  },
  remove_record: {
    buttonText: (count) => `Delete all ${number(count)} records`,
    verb: 'Delete records',
    noun: 'record',
    done: 'deleted',
    question: (count) => `Delete ${records(count)}?`,
    description:
      'No copies of the files were found. You can restore the records only once the files are back in storage.',
    permanent: false,
    undoable: false,
  },
  keep_changed_file: {
    buttonText: (count) => `Keep all ${number(count)} changed files`,
    verb: 'Keep changed files',
    noun: 'file',
    done: 'kept',
    question: (count) => `Keep ${formatCount(count, 'changed file')}?`,
    description: 'Each record will use its changed file, and its previews will be generated again.',
    permanent: false,
    undoable: true,
  },
};

export const RESOLUTIONS_BY_KIND: Record<DiscrepancyKind, Resolution[]> = {
  missing_file: ['relink', 'remove_record'],
  changed_file: ['keep_changed_file'],
  unknown_file: ['add_to_library', 'remove_file'],
};
