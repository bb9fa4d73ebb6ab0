/** Work ended because this process is stopping; it is repeated elsewhere. */
export class InterruptedError extends Error {
  override name = 'InterruptedError';
}
