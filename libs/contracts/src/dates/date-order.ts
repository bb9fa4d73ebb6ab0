const NUMERIC_ANYWHERE = /(?<![\d/.-])(\d{1,2})([-/.])(\d{1,2})\2(?:\d{4}|\d{2})(?![\d/.-])/g;

/** The order of day and month that a text shows: one of its dates can be read in no other. Undefined if none shows it. */
export function dayOrderIn(text: string): 'day' | 'month' | undefined {
  let order: 'day' | undefined;
  for (const [, first, , second] of text.matchAll(NUMERIC_ANYWHERE)) {
    if (Number(second) > 12) return 'month';
    if (Number(first) > 12) order = 'day';
  }
  return order;
}

/** Whether the dates of a table have the day first: `16.6.1976`. If none shows it, those with dots do, and those that are usual so. */
export function dayFirstIn(cells: readonly string[], isUsual = false): boolean {
  const text = cells.join('\n');
  const hasDots = /^\d{1,2}\.\d{1,2}\.\d/m.test(text) && !/^\d{1,2}[/-]\d{1,2}[/-]\d/m.test(text);
  const order = dayOrderIn(text);
  return order === undefined ? hasDots || isUsual : order === 'day';
}
