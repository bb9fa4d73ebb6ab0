/** The lines of a log that a process is still writing: the last one may not have come whole. */
export const logLines = (log: string): Record<string, unknown>[] =>
  log
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
