import type { Statement } from '../../src/database/index.ts';

/** A statement for a test. It is not registered, so no test compares `Row` with the database. */
export const sql = <Row extends object>(text: string, name?: string) =>
  ({ name, sql: text, columns: undefined }) as unknown as Statement<Row>;
