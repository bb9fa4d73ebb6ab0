import { z } from 'zod';
import { textInputSchema } from '../common.ts';

/** PostgreSQL types of record columns. */
export type ColumnType = 'text' | 'integer' | 'double precision' | 'boolean' | 'jsonb' | 'text[]';

/** Weight in the search document, `A` for the best matches. */
export type SearchWeight = 'A' | 'B' | 'C' | 'D';

interface FieldUses {
  /** Weight in the record's search document. Absent: not searched. */
  search?: SearchWeight;
  /** Visible to curators only: readers can't find the record by it. */
  internal?: true;
  /** Published in editions. A field without it never leaves the archive. */
  public?: true;
  /** A date, also searchable by the name of its month or season. */
  date?: true;
  /** Included in list items, not only in the full record. */
  listed?: true;
  /** Editable in the record's form. */
  form?: true;
  /** Included in exports, and imported from them. */
  exported?: true;
  /** Label of a multi-paragraph field in the curators' document. */
  documentLabel?: string;
}

/**
 * One field of a record, declared once. Schemas, columns, history, restore, search, exports and labels derive from it. Every declared field
 * is a column of the same name and is recorded in the history.
 */
export interface Field extends FieldUses {
  label: string;
  column: ColumnType;
  required: boolean;
  /** Schema of the input value. Null and blank text mean empty. */
  input: z.ZodType;
  /** Schema of the stored value. */
  output: z.ZodType;
  /** Value of an empty field, and the column's default. Undefined for a required field. */
  empty: unknown;
}

export type Fields = Readonly<Record<string, Field>>;

/** Preserves the literal types of a declaration. */
export const defineFields = <const F extends Fields>(fields: F): F => fields;

interface Optional<I extends z.ZodType, O extends z.ZodType> {
  label: string;
  column: ColumnType;
  input: I;
  output: O;
  empty: z.output<O>;
}

export const optional = <I extends z.ZodType, O extends z.ZodType, const U extends FieldUses>(
  field: Optional<I, O>,
  uses: U,
) => ({ ...field, ...uses, required: false as const });

/** An optional text field. */
export const text = <const U extends FieldUses>(label: string, max: number, uses: U) =>
  optional(
    {
      label,
      column: 'text',
      input: textInputSchema(max),
      output: z.string().nullable(),
      empty: null,
    },
    uses,
  );

/** A boolean field; false by default. */
export const flag = <const U extends FieldUses>(label: string, uses: U) =>
  optional({ label, column: 'boolean', input: z.boolean(), output: z.boolean(), empty: false }, uses);

/** A text column that must have a value. */
export const required = <I extends z.ZodType, O extends z.ZodType, const U extends FieldUses>(
  label: string,
  input: I,
  output: O,
  uses: U,
) => ({ label, column: 'text' as const, input, output, empty: undefined, ...uses, required: true as const });

type Create<F extends Field> = F extends { required: true } ? F['input'] : z.ZodDefault<F['input']>;

/** Schemas of a new record: an absent field is empty. */
export const createShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      field.required ? field.input : field.input.default(field.empty),
    ]),
  ) as { [K in keyof F]: Create<F[K]> };

/** Schemas of an update: absent fields keep their value, null clears them. */
export const updateShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { input }]) => [name, input.optional()])) as {
    [K in keyof F]: z.ZodOptional<F[K]['input']>;
  };

/** Schemas of a stored record. */
export const readShape = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { output }]) => [name, output])) as {
    [K in keyof F]: F[K]['output'];
  };

/** Values of a stored record, by field. */
export type ValuesOf<F extends Fields> = { [K in keyof F]: z.output<F[K]['output']> };

/** The changes of an update: only the fields in the request. */
export type ChangesOf<F extends Fields> = { [K in keyof F]?: z.output<F[K]['output']> | undefined };

/** Names of the fields with a given use: `FieldsWith<typeof voyageFields, 'form'>`. */
export type FieldsWith<F extends Fields, U extends keyof FieldUses> = {
  [K in keyof F]: F[K] extends { [N in U]: unknown } ? K : never;
}[keyof F] &
  string;

/** The declared fields with a given use. */
export const fieldsWith = <F extends Fields, U extends keyof FieldUses>(fields: F, use: U): Pick<F, FieldsWith<F, U>> =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field[use] !== undefined)) as Pick<
    F,
    FieldsWith<F, U>
  >;

/** A refinement that reports contradictions between fields. */
export const refineWith =
  <V>(errorsOf: (values: V) => readonly { path: string; message: string }[]) =>
  (values: V, context: z.RefinementCtx): void => {
    for (const { path, message } of errorsOf(values)) context.addIssue({ code: 'custom', path: [path], message });
  };

/** Field names in order. */
export const namesOf = <F extends Fields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** Default value of each optional field, for records created before the field existed. */
export const emptyValues = <F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, { required: isRequired }]) => !isRequired)
      .map(([name, { empty }]) => [name, empty]),
  ) as { [K in keyof F as F[K] extends { required: true } ? never : K]: z.output<F[K]['output']> };
