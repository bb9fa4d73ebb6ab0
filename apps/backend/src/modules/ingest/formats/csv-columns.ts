import type { CsvColumn, IngestColumn } from '@archive/contracts';
import { type TableColumn, type VoyageColumn } from '@archive/voyage-document';

/** Fails to typecheck unless the contract has the same columns as the document library. */
type MutuallyAssignable<A extends B, B extends C, C = A> = [A, B, C];
export type CheckedColumns = MutuallyAssignable<VoyageColumn, CsvColumn>;

const MAX_SAMPLE = 80;

/** The columns of a table with the field that each one fills: the one a curator chose, or else the one that its heading means. */
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

/** The columns with the fields that a curator mapped them to. Columns with `leave_out` fill no field. */
export const mappedColumns = (columns: readonly TableColumn[], mapped: readonly IngestColumn[]): TableColumn[] =>
  columns.map((column, index) => {
    const field = mapped[index]?.column ?? null;
    return { ...column, column: field === null || field === 'leave_out' ? undefined : field };
  });
