import { Transform } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { type: 'minor' | 'major' }) => void;

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

/** Frees what nobody holds any more, which may take a tenth of a second: for a long work between two of its parts. */
export function clearMemory(): void {
  collect ??= collector();
  collect({ type: 'major' });
}

/**
 * Keeps V8 from giving ever more room to what is young. It would take well over a hundred megabytes while a large document is read, most of it
 * for what is dead at once; the time is the same without.
 */
export const keepYoungSmall = () => setFlagsFromString('--semi-space-growth-factor=1');

/** Lets a stream pass, saying so. */
export const passing = () =>
  new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytesPassed(chunk.length);
      done(null, chunk);
    },
  });
