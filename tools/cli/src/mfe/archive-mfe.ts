/** The program of the package @archive/mfe, for a team's own project. */
import { readFileSync } from 'node:fs';
import type { Libraries } from './create.ts';
import { runMfe } from './main.ts';
import { ownProject } from './workspace.ts';

// The package contains this file next to the program.
const libraries = JSON.parse(readFileSync(new URL('libraries.json', import.meta.url), 'utf8')) as Libraries;
await runMfe(ownProject(process.cwd(), libraries));
