// Loaded before the worker, which serves no address that a health check could ask: as long as its event loop turns, a
// file is touched. Run by itself it is that check.
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
