import { UserError } from '@archive/postgres';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RemoteDescriptionInput } from '@archive/contracts';
import { type RunOptions, runCommand } from '../command.ts';
import { Steps } from '../steps.ts';
import { RunningArchive } from './archive.ts';
import { type Arguments, readArguments, usage } from './arguments.ts';
import { type Build, buildOne, filesOf, runContractSuite, runTests } from './build.ts';
import { createProject } from './create.ts';
import { developFrontend } from './develop.ts';
import { report } from './report.ts';
import { newKey, signatureOf, sourceOf } from './signing.ts';
import { verify, verifyAll, versionIn, waitForVerdict } from './verify.ts';
import { requireProject, type Workspace } from './workspace.ts';
import { programOf } from '../child.ts';
import { runProgram } from './program.ts';

/** The frame of all pages. It has no contract suite. */
const SHELL = 'shell';

const steps = new Steps();

/** Runs one command of `npm run mfe` or `archive-mfe` and ends the process. */
export function runMfe(workspace: Workspace): Promise<never> {
  return runCommand(
    async (interrupts) => {
      const file = join(workspace.root, '.env');
      if (existsSync(file)) process.loadEnvFile(file);
      if (process.argv.includes('--help')) {
        console.log(usage(workspace));
        return 0;
      }
      const args = readArguments(process.argv.slice(2), workspace);
      const archive = new RunningArchive(
        args.archive,
        process.env,
        args.command === 'verify' ? 'verifier' : 'publisher',
      );
      try {
        await run(workspace, args, archive, interrupts);
      } finally {
        await archive.signOut();
      }
      return 0;
    },
    { interrupted: 130 },
  );
}

async function run(workspace: Workspace, args: Arguments, archive: RunningArchive, interrupts: RunOptions) {
  const { command, name, version = '' } = args;
  if (command === 'verify' && name === undefined) await verifyAll(archive, steps, interrupts.signal);
  else if (name === undefined || command === 'status') {
    console.log(report(await archive.status(), archive.origin, name));
  } else if (command === 'create') createProject(name, args.folder ?? name, workspace.libraries(), steps);
  else if (command === 'register') await registerName(workspace, archive, name, args.from);
  else if (command === 'retire') await retire(archive, name);
  else if (command === 'key') steps.print(newKey(name));
  else if (command === 'test') await testProject(requireProject(workspace, name), name, steps, interrupts.signal);
  else if (command === 'publish') await publish(workspace, archive, name, args, interrupts);
  else if (command === 'verify') await requireVerdict(archive, name, version);
  else if (command === 'promote') await promote(archive, name, args, interrupts);
  else if (command === 'rollback') await rollback(archive, name);
  else await developFrontend(workspace, archive, name, steps, interrupts, args.port);
}

async function publish(
  workspace: Workspace,
  archive: RunningArchive,
  name: string,
  args: Arguments,
  { signal }: RunOptions,
) {
  const project = requireProject(workspace, name);
  // With wrong credentials, this fails before a build that takes a minute.
  await archive.status();
  const build = await buildAndTest(project, name, args.version, signal);
  try {
    const { version } = build;
    const confirmed = args.confirm ? { confirm: true } : {};
    const release = { name, version, files: filesOf(build), source: sourceOf(project, process.env) };
    const signature = signatureOf(release, process.env);
    const { name: _name, ...body } = { ...release, ...(signature === undefined ? {} : { signature }), ...confirmed };
    await steps.run('Gates and storage', () => archive.request('frontends.publish', { params: { name }, body }));
    const objection = await checkPublished(archive, name, version, signal);
    const preview = await previewLink(archive, name, version);
    const promotion = `${workspace.command} promote ${name} ${version}`;
    steps.print(`\n${name} ${version} is a candidate. ${objection ?? `It goes live with: ${promotion}`}${preview}`);
  } finally {
    build.remove();
  }
}

/** A line with an address that shows the candidate to a signed-in curator who agrees to load it. */
async function previewLink(archive: RunningArchive, name: string, version: string): Promise<string> {
  const details = () => archive.request('frontends.version', { params: { name, version } });
  const path = name === SHELL ? '/' : (await details()).path;
  return `\nPreview: ${archive.origin}${path}?mfe.${name}=${version}`;
}

/** Builds and runs the contract suite at the same time; a failure of either stops both. */
async function buildAndTest(
  project: string,
  name: string,
  version: string | undefined,
  signal: AbortSignal,
): Promise<Build> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const building = steps.run(
    'Build',
    () => buildOne(project, name, version, stop),
    ({ version }) => `${name} ${version}`,
  );
  const testing = name === SHELL ? undefined : steps.run('Contract suite', () => runContractSuite(project, name, stop));
  try {
    const [build] = await Promise.all([building, testing]);
    return build;
  } catch (error) {
    failed.abort();
    const [buildResult] = await Promise.allSettled([building, testing]);
    if (buildResult.status === 'fulfilled') buildResult.value.remove();
    throw error;
  }
}

/**
 * A curator checks a published version on this machine; a pipeline, which may not judge its own build, waits for the verifier. Returns why
 * the version cannot be promoted; undefined if it can.
 */
async function checkPublished(archive: RunningArchive, name: string, version: string, signal: AbortSignal) {
  if (!archive.hasToken) return requireVerdict(archive, name, version);
  const objection = await steps.run('Verifier', () => waitForVerdict(archive, name, version, signal));
  const { verdict } = versionIn(await archive.status(), name, version);
  if (objection !== undefined && verdict && !verdict.passed) throw new UserError(objection);
  return objection;
}

/** @throws a `UserError` if the version fails */
async function requireVerdict(archive: RunningArchive, name: string, version: string): Promise<undefined> {
  const { passed, problems } = await verify(archive, name, version, steps);
  if (!passed) throw new UserError(`${name} ${version} failed its check in a browser:\n  ${problems.join('\n  ')}`);
}

async function promote(archive: RunningArchive, name: string, args: Arguments, { signal }: RunOptions) {
  const { version = '', canary, confirm } = args;
  const { state, objection } = versionIn(await archive.status(), name, version);
  if (state !== 'live' && objection !== null) {
    const reason = await checkPublished(archive, name, version, signal);
    if (reason !== undefined) throw new UserError(reason);
  }
  const body = { version, ...(canary === undefined ? {} : { canary }), ...(confirm ? { confirm } : {}) };
  await steps.run('Promotion', () => archive.request('frontends.promote', { params: { name }, body }));
  steps.print(`\n${name} ${version} is live${canary === undefined ? '' : ` for ${canary}% of sessions`}.`);
}

async function registerName(workspace: Workspace, archive: RunningArchive, name: string, from: string | undefined) {
  const { title, path } = await steps.run('Registration', () => register(workspace, archive, name, from));
  steps.print(`\n${title} (${name}) is registered at ${path}. It can be published now.`);
}

async function retire(archive: RunningArchive, name: string) {
  await steps.run('Retirement', () => archive.request('frontends.retire', { params: { name } }));
  steps.print(`\n${name} is retired. Its versions and history stay.`);
}

async function rollback(archive: RunningArchive, name: string) {
  await steps.run('Rollback', () => archive.request('frontends.rollback', { params: { name }, body: {} }));
  const { apps } = await archive.status();
  steps.print(`\n${name} ${apps.find((app) => app.name === name)?.live?.version} is live.`);
}

/** File with the description of a micro-frontend, in the folder of its project. */
const DESCRIPTION_FILE = 'remote.json';

/** Registers a micro-frontend with the description in a file, by default the one of its project. Returns what is registered. */
async function register(
  workspace: Workspace,
  archive: RunningArchive,
  name: string,
  from: string | undefined,
): Promise<{ title: string; path: string }> {
  const file = from ?? join(requireProject(workspace, name), DESCRIPTION_FILE);
  const { name: described, uses: _, ...description } = readDescription(file);
  if (described !== undefined && described !== name)
    throw new UserError(`${file} describes ${String(described)}, not ${name}.`);
  const registration = await archive.request('frontends.register', {
    params: { name },
    body: description as RemoteDescriptionInput,
  });
  return registration.description;
}

function readDescription(file: string): Record<string, unknown> {
  if (!existsSync(file)) throw new UserError(`There is no ${file}.`);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    throw new UserError(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}

/** Checks the types of a micro-frontend and runs all its tests, the contract suite among them. */
async function testProject(project: string, name: string, steps: Steps, signal: AbortSignal): Promise<void> {
  await steps.run('Types', () => checkTypes(project, name, signal));
  await steps.run('Tests', () => runTests(project, name, signal));
}

async function checkTypes(project: string, name: string, signal: AbortSignal): Promise<void> {
  const tsc = programOf('typescript', 'bin/tsc', project);
  const { ok, output } = await runProgram([tsc, '--noEmit', '-p', project], project, signal);
  if (!ok) throw new UserError(`${name} has errors:\n${output}`);
}
