/** Complete lines of a log file that is still being written. */
export const logLines = (log: string): Record<string, unknown>[] =>
  log
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
