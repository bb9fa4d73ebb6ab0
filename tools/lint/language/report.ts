/**
 * `npm run lint:language [-- <folder> …]`: every use of a replaced term, by area. Fails when an area has more than `pending.json` allows:
 * its numbers only go down.
 */
import { readFileSync } from 'node:fs';
import { check, type Hit } from './check.ts';
import { fragmentsOf, projectFiles } from './sources.ts';

const args = process.argv.slice(2);
const quiet = args.includes('--quiet');
const folders = args.filter((arg) => !arg.startsWith('--'));
const pending = JSON.parse(readFileSync(new URL('pending.json', import.meta.url), 'utf8')) as Record<string, number>;
const files = projectFiles().filter((file) => folders.length === 0 || folders.some((one) => file.startsWith(one)));
const hits = files.flatMap((file) => fragmentsOf(file).flatMap(check));

/** `apps/backend/src/modules/ingest`, `libs/ui`, `docs`. */
const areaOf = ({ fragment: { file } }: Hit): string =>
  /^apps\/backend\/src\/(?:modules\/[^/]+|[^/]+)(?=\/)|^(?:apps|libs|tools)\/[^/]+|^(?:e2e|docs)|^[^/]+$/.exec(
    file,
  )?.[0] ?? file;

const areas = [...Map.groupBy(hits, areaOf)].toSorted(([one], [other]) => one.localeCompare(other));
const over = areas.filter(([area, { length }]) => length > (pending[area] ?? 0));
for (const [area, found] of quiet ? over : areas) {
  console.log(`\n${area}: ${found.length} of at most ${pending[area] ?? 0}`);
  for (const { fragment, found: words, use } of found) {
    const { file, line, scope, value } = fragment;
    const start = Math.max(0, value.toLowerCase().indexOf(words.toLowerCase()) - 40);
    console.log(`  ${file}:${line} [${scope}] "${words}" → ${use}`);
    if (scope !== 'file') console.log(`      ${value.slice(start, start + 100)}`);
  }
}
console.log(`\n${hits.length} uses of replaced terms in ${files.length} files; ${over.length} areas have too many.`);
if (over.length > 0) process.exitCode = 1;
