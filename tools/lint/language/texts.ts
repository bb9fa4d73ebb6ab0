/** `npm run texts`: every text that people read, by screen or module, with its place in the code. */
import { fragmentsOf, type Fragment, isCode, isTest, projectFiles } from './sources.ts';

const SHOWN =
  /^(?:apps\/[^/]+\/src|libs\/(?:ui|editing|shell-api|api-client|contracts|voyage-document)\/src|tools\/cli)\//;

/** The folder of a feature or module; the file itself outside of one. */
const screenOf = ({ file }: Fragment): string =>
  /^apps\/[^/]+\/src\/(?:features|modules)\/[^/]+|^(?:apps|libs|tools)\/[^/]+(?:\/src(?:\/[^/]+(?=\/))?)?/.exec(
    file,
  )?.[0] ?? file;

const folders = process.argv.slice(2);
const texts = projectFiles()
  .filter((file) => SHOWN.test(file) && isCode(file) && !isTest(file))
  .filter((file) => folders.length === 0 || folders.some((folder) => file.startsWith(folder)))
  .flatMap((file) => fragmentsOf(file))
  .filter(({ scope }) => scope === 'text');

for (const [screen, fragments] of Map.groupBy(texts, screenOf)) {
  console.log(`\n## ${screen}\n`);
  for (const { file, line, kind, value } of fragments.toSorted(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line,
  ))
    console.log(`${`${file.slice(screen.length + 1)}:${line}`.padEnd(44)} ${kind.padEnd(14)} ${value}`);
}
console.log(`\n${texts.length} texts.`);
