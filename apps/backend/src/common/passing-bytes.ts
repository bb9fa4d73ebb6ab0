import { Transform } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' }) => void;

/** Between two looks at what can be freed this much may pass. */
const PASSING_BYTES = 16 * 1024 * 1024;

let collect: Collect | undefined;
let passed = 0;

/** Node hands the collector to contexts that are made while the flag stands. */
function collector(): Collect {
  setFlagsFromString('--expose-gc');
  const found = runInNewContext('gc') as Collect;
  setFlagsFromString('--no-expose-gc');
  return found;
}

/**
 * Says that so many bytes of a large file have passed through the process. Buffers lie outside of V8's heap, and it looks for dead ones
 * late: a film of some hundred megabytes would leave most of them behind in memory. Now and then the youngest are cleared away,
 * which takes about a millisecond.
 */
export function bytesPassed(count: number): void {
  passed += count;
  if (passed < PASSING_BYTES) return;
  passed = 0;
  collect ??= collector();
  collect({ type: 'minor' });
}

/** Lets a stream pass, saying so. */
export const passing = () =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytesPassed(chunk.length);
      done(null, chunk);
    },
  });
