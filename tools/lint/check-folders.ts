/** Fails when folders, or a folder and a file beside it, import each other, or files do, also on demand. */
import { fileCycles, folderCycles, importsOf } from './folder-cycles.ts';
import { isCode, isTest, projectFiles, ROOT } from './language/sources.ts';

const files = projectFiles().filter((file) => isCode(file) && !isTest(file) && /^(?:apps|libs|tools)\//.test(file));
const cycles = folderCycles(importsOf(files, ROOT));
for (const { folder, children, imports } of cycles)
  console.error(`${folder}: ${children.join(' ↔ ')}\n${imports.map((item) => `    ${item}`).join('\n')}`);
const circles = fileCycles(importsOf(files, ROOT, undefined, true));
for (const circle of circles) console.error(`Import each other: ${circle.join(', ')}`);
console.log(`${files.length} files, ${cycles.length} folder cycles, ${circles.length} circles of files.`);
if (cycles.length + circles.length > 0) process.exitCode = 1;
