import type { Field, Fields, ValuesOf } from '@archive/contracts';
import pg from 'pg';

const { builtins: types } = pg.types;

/** Object id of the array type for each element type. The driver's list has no array types. */
const ARRAY_OF: Record<number, number> = {
  [types.BOOL]: 1000,
  [types.BYTEA]: 1001,
  [types.INT2]: 1005,
  [types.INT4]: 1007,
  [types.TEXT]: 1009,
  [types.VARCHAR]: 1015,
  [types.INT8]: 1016,
  [types.DATE]: 1182,
  [types.TIMESTAMPTZ]: 1185,
  [types.NUMERIC]: 1231,
  [types.JSON]: 199,
  [types.JSONB]: 3807,
  [types.UUID]: 2951,
};

/** A result column: its TypeScript type, and the PostgreSQL types (object ids) that arrive as that type. */
export class Column<out T> {
  /** Exists only for the compiler. */
  declare readonly value: T;
  readonly name: string;
  readonly types: readonly number[];

  constructor(name: string, oids: readonly number[]) {
    this.name = name;
    this.types = oids;
  }

  nullable(): Column<T | null> {
    return this;
  }

  /** Narrows the TypeScript type to what a check constraint or the statement itself guarantees. */
  as<U extends T>(): Column<U> {
    return new Column(this.name, this.types);
  }
}

/** The types of result columns, as `columnTypes` delivers them. */
export const col = {
  bool: new Column<boolean>('bool', [types.BOOL]),
  /** Any integer type. Counts and sizes are far below 2^53. */
  int: new Column<number>('int', [types.INT2, types.INT4, types.INT8]),
  number: new Column<number>('number', [types.NUMERIC, types.FLOAT4, types.FLOAT8]),
  text: new Column<string>('text', [types.TEXT, types.VARCHAR]),
  uuid: new Column<string>('uuid', [types.UUID]),
  /** `YYYY-MM-DD`. */
  date: new Column<string>('date', [types.DATE]),
  /** `HH:MM:SS`. */
  time: new Column<string>('time', [types.TIME]),
  /** ISO 8601, UTC. */
  timestamp: new Column<string>('timestamp', [types.TIMESTAMPTZ]),
  bytes: new Column<Buffer>('bytes', [types.BYTEA]),
  json: <T>() => new Column<T>('json', [types.JSON, types.JSONB]),
  array: <T>(element: Column<T>) =>
    new Column<T[]>(
      `${element.name}[]`,
      element.types.flatMap((type) => ARRAY_OF[type] ?? []),
    ),
};

export type Columns = Record<string, Column<unknown>>;

/** The columns for a row type: `{ … } satisfies ColumnsOf<MediaItem>`. */
export type ColumnsOf<Row extends object> = { [Name in keyof Row]-?: Column<Row[Name]> };

export type RowOf<C extends Columns> = { [Name in keyof C]: C[Name]['value'] };

const FIELD_COLUMNS: Readonly<Record<Field['column'], Column<unknown>>> = {
  text: col.text,
  integer: col.int,
  'double precision': col.number,
  boolean: col.bool,
  jsonb: col.json(),
  'text[]': col.array(col.text),
};

/** The result columns for declared fields. */
export const fieldColumns = <F extends Fields>(fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, { column }]) => [name, FIELD_COLUMNS[column]])) as {
    [K in keyof F]: Column<ValuesOf<F>[K]>;
  };
