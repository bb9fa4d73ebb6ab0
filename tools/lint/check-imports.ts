/**
 * Fails when folders, or a folder and a file beside it, import each other, or files do, also on demand; and when a project depends on one
 * that its tags do not allow, or that its package.json does not list.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileCycles, folderCycles, importsOf } from './folder-cycles.ts';
import { isCode, isTest, projectFiles, ROOT } from './language/sources.ts';
import { declarationProblems, importProblems, readProjects } from './project-dependencies.ts';

const files = projectFiles().filter(isCode);
const sources = files.filter((file) => !isTest(file) && /^(?:apps|libs|tools)\//.test(file));
const projects = readProjects(ROOT);
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const problems = [
  ...folderCycles(importsOf(sources, ROOT)).map(
    ({ folder, children, imports }) =>
      `${folder}: ${children.join(' ↔ ')}\n${imports.map((item) => `    ${item}`).join('\n')}`,
  ),
  ...fileCycles(importsOf(sources, ROOT, undefined, true)).map((circle) => `Import each other: ${circle.join(', ')}`),
  ...declarationProblems(projects),
  ...importProblems(projects, files, isTest, read),
];
for (const problem of problems) console.error(problem);
console.log(
  `${sources.length} files of ${projects.length} projects, ${problems.length} cycles or forbidden dependencies.`,
);
if (problems.length > 0) process.exitCode = 1;
