/** Lints docs/openapi.json with Redocly and Spectral, and fails on errors and warnings. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { lintOpenApi } from './src/lint-openapi.ts';
import { ROOT } from './src/pages.ts';

const problems = await lintOpenApi(readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8'));
for (const { linter, rule, place, message } of problems) console.error(`${linter} ${rule}: ${place}\n    ${message}`);
console.log(`docs/openapi.json: ${problems.length} problems of Redocly and Spectral.`);
process.exitCode = problems.length > 0 ? 1 : 0;
