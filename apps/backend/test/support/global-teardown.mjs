import { rmSync } from 'node:fs';

export default async function tearDown() {
  rmSync(globalThis.__compiled, { recursive: true, force: true });
  await globalThis.__cluster?.stop();
}
