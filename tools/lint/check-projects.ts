/** Fails when a project depends on one that its tags do not allow, or that its package.json does not list. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isCode, isTest, projectFiles, ROOT } from './language/sources.ts';
import { declarationProblems, importProblems, readProjects } from './project-dependencies.ts';

const projects = readProjects(ROOT);
const files = projectFiles().filter(isCode);
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const problems = [...declarationProblems(projects), ...importProblems(projects, files, isTest, read)];
for (const problem of problems) console.error(problem);
console.log(`${projects.length} projects, ${problems.length} forbidden dependencies.`);
if (problems.length > 0) process.exitCode = 1;
