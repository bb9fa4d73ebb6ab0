import type { FindingKind } from '@archive/api-client';
import type { Settling } from '@archive/contracts';
import { countOf } from '../several/names.ts';

/** How all findings of a kind are settled at once, in words. */
export interface Way {
  /** Of the button: "Adopt all 12". */
  verb: string;
  /** What it is done to. */
  of: 'file' | 'record';
  /** "12 files adopted". */
  done: string;
  question: (count: number) => string;
  description: string;
  /** What cannot be taken back is asked twice. */
  forGood: boolean;
  undone: boolean;
}

const files = (count: number) => countOf(count);
const records = (count: number) => countOf(count, 'record');

export const WAYS: Record<Settling, Way> = {
  adopt: {
    verb: 'Adopt',
    of: 'file',
    done: 'adopted',
    question: (count) => `Adopt ${files(count)}?`,
    description:
      'Each gets a record where it lies, named after the file. Files that the library has already, or does not take, stay as they are.',
    forGood: false,
    undone: true,
  },
  remove_file: {
    verb: 'Remove',
    of: 'file',
    done: 'deleted',
    question: (count) => `Permanently delete ${files(count)}?`,
    description:
      'Media not found in database. The files alone are deleted from storage. Files that a record has lost are left for it.',
    forGood: true,
    undone: false,
  },
  relink: {
    verb: 'Relink',
    of: 'record',
    done: 'relinked',
    question: (count) => `Give ${records(count)} ${count === 1 ? 'its file' : 'their files'} back?`,
    description: 'Each gets the file without a record that is, by its SHA-256, the one that it had.',
    forGood: false,
    undone: true,
  },
  remove_record: {
    verb: 'Remove',
    of: 'record',
    done: 'removed',
    question: (count) => `Remove ${records(count)}?`,
    description:
      'No file in storage is the one that they had. They can only be brought back once storage has that again.',
    forGood: false,
    undone: false,
  },
  accept: {
    verb: 'Accept',
    of: 'file',
    done: 'accepted',
    question: (count) => `Accept ${count === 1 ? 'the changed file' : `${files(count)} as they are`}?`,
    description: 'Each becomes the right one of its record, and its pictures are made anew.',
    forGood: false,
    undone: true,
  },
};

export const WAYS_OF: Record<FindingKind, Settling[]> = {
  missing_file: ['relink', 'remove_record'],
  changed_file: ['accept'],
  unknown_file: ['adopt', 'remove_file'],
};
