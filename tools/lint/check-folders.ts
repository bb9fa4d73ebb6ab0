/** Fails when folders, or a folder and a file beside it, import each other. */
import { folderCycles, importsOf } from './folder-cycles.ts';
import { isCode, isTest, projectFiles, ROOT } from './language/sources.ts';

const files = projectFiles().filter((file) => isCode(file) && !isTest(file) && /^(?:apps|libs|tools)\//.test(file));
const cycles = folderCycles(importsOf(files, ROOT));
for (const { folder, children, imports } of cycles)
  console.error(`${folder}: ${children.join(' ↔ ')}\n${imports.map((item) => `    ${item}`).join('\n')}`);
console.log(`${files.length} files, ${cycles.length} folder cycles.`);
if (cycles.length > 0) process.exitCode = 1;
