/** Builds all packages for teams outside of this repository into dist/packages, or into the given folder. */
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildLibraries } from './src/libraries.ts';
import { ROOT } from './src/manifest.ts';
import { buildTools } from './src/tools.ts';

const output = path.resolve(process.argv[2] ?? path.join(ROOT, 'dist/packages'));
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
await Promise.all([buildLibraries(output), buildTools(output)]);
