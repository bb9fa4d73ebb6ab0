/** `npm run lint:language [-- <folder> …]`: replaced terms, straight apostrophes in messages and hand-made formats. Fails on any. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { check } from './check.ts';
import { manualFormats } from './formats.ts';
import { fragmentsOf, projectFiles, ROOT } from './sources.ts';

const folders = process.argv.slice(2);
const files = projectFiles().filter(
  (file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)),
);

const problems = files.flatMap((file) => {
  const source = readFileSync(path.join(ROOT, file), 'utf8');
  return [...fragmentsOf(file, source).flatMap(check), ...manualFormats(file, source)];
});

for (const { file, line, scope, match, use, value } of problems) {
  console.error(`${file}:${line} [${scope}] "${match}" → ${use}`);
  if (value === undefined) continue;
  const start = Math.max(0, value.toLowerCase().indexOf(match.toLowerCase()) - 40);
  console.error(`    ${value.slice(start, start + 100)}`);
}
console.log(`${files.length} files, ${problems.length} problems of language.`);
if (problems.length > 0) process.exitCode = 1;
