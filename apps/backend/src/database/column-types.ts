import pg from 'pg';

const { builtins, getTypeParser } = pg.types;

/**
 * Converts `2026-11-20 06:30:00.5+00`, PostgreSQL's format in a UTC session, to ISO 8601. Slicing is much cheaper
 * than creating a Date, and allocates no object per value.
 */
function instant(text: string): string {
  if (text.endsWith('+00')) return `${text.slice(0, 10)}T${text.slice(11, -3)}Z`;
  if (!/^\d{4}-/.test(text)) return text;
  return new Date(text.replace(/([+-]\d\d)$/, '$1:00')).toISOString();
}

const text = (value: string) => value;

const parsers = new Map<number, (value: string) => unknown>([
  [builtins.DATE, text],
  [builtins.TIME, text],
  [builtins.TIMESTAMP, text],
  [builtins.INTERVAL, text],
  [builtins.TIMESTAMPTZ, instant],
  // Counts and sizes are all far below 2^53.
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
]);

/** Column types that `Database` returns: dates and times as text, timestamps as ISO 8601 text, all numbers as numbers. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser: (id, format) => (format === 'binary' ? undefined : parsers.get(id)) ?? getTypeParser(id, format),
};
