import type { Merge } from '@archive/contracts';
import { col, type ColumnsOf } from '../../database/index.ts';

/** Columns of a merge in API responses. */
export const MERGE_COLUMNS = {
  merge: col.int,
  merged_slug: col.text,
  merged_name: col.text,
  merged_by: col.text,
  merged_at: col.text,
} satisfies ColumnsOf<Merge>;
