import { rmSync } from 'node:fs';

export default async function tearDown() {
  globalThis.__compiling?.kill();
  rmSync(globalThis.__compiled, { recursive: true, force: true });
  await globalThis.__cluster?.stop();
}
