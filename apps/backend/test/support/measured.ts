const ATTEMPTS = 3;

/**
 * A test of a limit of time or memory. The machine may be busy, and an allocator keeps what it will use again: such a
 * test passes when one of three measurements stays within its limits. It fails if every run grows or is slow.
 * The test has to be able to run again in the same program.
 */
export function measured<Arguments extends unknown[]>(measure: (...args: Arguments) => Promise<void> | void) {
  return async (...args: Arguments): Promise<void> => {
    for (let attempt = 1; attempt < ATTEMPTS; attempt += 1) {
      try {
        await measure(...args);
        return;
      } catch {
        // Measured again; the last failure is the result.
      }
    }
    await measure(...args);
  };
}
