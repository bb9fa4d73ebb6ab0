import type { CsvColumn, IngestColumn } from '@archive/contracts';
import { type TableColumn, type VoyageColumn } from '@archive/voyage-document';

/** Fails typecheck unless the contract has the columns of the document library. */
type MutuallyAssignable<A extends B, B extends C, C = A> = [A, B, C];
export type CheckedColumns = MutuallyAssignable<VoyageColumn, CsvColumn>;

const MAX_SAMPLE = 80;

/** The columns of a table with the field that each one fills: as a curator mapped them, or as their headings say. */
export const mapColumns = (
  columns: readonly TableColumn[],
  firstRow: readonly string[],
  chosenColumns: readonly IngestColumn[] | null,
): IngestColumn[] =>
  columns.map(({ heading, column }, index) => ({
    name: heading,
    column: chosenColumns?.length === columns.length ? (chosenColumns[index]?.column ?? null) : (column ?? null),
    sample: firstRow[index]?.slice(0, MAX_SAMPLE) ?? '',
  }));

/** The columns as a curator mapped them. One that is left out fills nothing. */
export const mappedColumns = (columns: readonly TableColumn[], mapped: readonly IngestColumn[]): TableColumn[] =>
  columns.map((column, index) => {
    const field = mapped[index]?.column ?? null;
    return { ...column, column: field === null || field === 'leave_out' ? undefined : field };
  });
