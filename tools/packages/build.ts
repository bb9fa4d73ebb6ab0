/** Builds all packages for teams outside of this repository into dist/packages, or into the given folder; or only the named libraries. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildLibraries } from './src/libraries.ts';
import { ROOT } from './src/manifest.ts';
import { buildTools } from './src/tools.ts';

const [, , folder, ...libraries] = process.argv;
const output = path.resolve(folder ?? path.join(ROOT, 'dist/packages'));
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
await (libraries.length > 0
  ? buildLibraries(output, libraries)
  : Promise.all([buildLibraries(output), buildTools(output)]));
