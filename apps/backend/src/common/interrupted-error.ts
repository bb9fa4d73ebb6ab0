/** The work was interrupted because this process is stopping. Another process repeats it. */
export class InterruptedError extends Error {
  override name = 'InterruptedError';
}
