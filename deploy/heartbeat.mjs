// Preloaded by the worker, which has no health endpoint: touches a file while the event loop runs. Run directly, it is the health check
// that reads the file's age.
import { statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = join(tmpdir(), 'heartbeat');
const BEAT = 5000;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exit(Date.now() - statSync(FILE).mtimeMs < 6 * BEAT ? 0 : 1);
} else {
  const beat = () => writeFileSync(FILE, '');
  beat();
  setInterval(beat, BEAT).unref();
}
