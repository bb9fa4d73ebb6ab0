import type { MediaKind } from '@archive/ui';
import type { FileValues } from '../upload-draft.ts';

/** A file in the table. */
export interface TableRow {
  id: string;
  name: string;
  size: number;
  preview: string | null;
  kind: MediaKind;
  values: FileValues;
  status: string;
  /** Whether the status says that something is wrong. */
  hasProblem: boolean;
  isReadOnly: boolean;
}

export type ChangeRow = (id: string, changes: Partial<FileValues>) => void;
