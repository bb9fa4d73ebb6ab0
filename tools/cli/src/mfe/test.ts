import { UserError } from '@archive/postgres';
import type { Steps } from '../steps.ts';
import { runTests } from './build.ts';
import { programOf } from '../program-of.ts';
import { runProgram } from './program.ts';

/** Checks the types of a micro-frontend and runs all its tests, the contract suite among them. */
export async function testProject(project: string, name: string, steps: Steps, signal: AbortSignal): Promise<void> {
  await steps.run('Types', () => checkTypes(project, name, signal));
  await steps.run('Tests', () => runTests(project, name, signal));
}

async function checkTypes(project: string, name: string, signal: AbortSignal): Promise<void> {
  const tsc = programOf('typescript', 'bin/tsc', project);
  const { ok, output } = await runProgram([tsc, '--noEmit', '-p', project], project, signal);
  if (!ok) throw new UserError(`${name} has errors:\n${output}`);
}
