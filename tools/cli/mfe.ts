import { UserError } from '@archive/postgres';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type RunOptions, runCommand } from './src/command.ts';
import { RunningArchive } from './src/mfe/archive.ts';
import { type Arguments, type Name, readArguments, USAGE } from './src/mfe/arguments.ts';
import { type Build, buildOne, filesOf, runContractSuite } from './src/mfe/build.ts';
import { report } from './src/mfe/report.ts';
import { sourceOf } from './src/mfe/source.ts';
import { verify, verifyAll, versionIn, waitForVerdict } from './src/mfe/verify.ts';
import { developFrontend } from './src/mfe/develop.ts';
import { ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

const steps = new Steps();

await runCommand(
  async (interrupts) => {
    const file = join(ROOT, '.env');
    if (existsSync(file)) process.loadEnvFile(file);
    if (process.argv.includes('--help')) {
      console.log(USAGE);
      return 0;
    }
    const args = readArguments(process.argv.slice(2));
    const archive = new RunningArchive(args.archive, process.env, args.command === 'verify' ? 'verifier' : 'publisher');
    try {
      await run(args, archive, interrupts);
    } finally {
      await archive.signOut();
    }
    return 0;
  },
  { interrupted: 130 },
);

async function run(args: Arguments, archive: RunningArchive, interrupts: RunOptions): Promise<void> {
  const { command, name, version = '' } = args;
  if (command === 'verify' && name === undefined) await verifyAll(ROOT, archive, steps, interrupts.signal);
  else if (name === undefined || command === 'status') {
    console.log(report(await archive.status(), archive.origin, name));
  } else if (command === 'publish') await publish(archive, name, args, interrupts);
  else if (command === 'verify') await requireVerdict(archive, name, version);
  else if (command === 'promote') await promote(archive, name, args, interrupts);
  else if (command === 'rollback') await rollback(archive, name);
  else await developFrontend(ROOT, archive, name, steps, interrupts, args.port);
}

async function publish(archive: RunningArchive, name: Name, args: Arguments, { signal }: RunOptions) {
  // Fails before a minute of building when the credentials are wrong.
  await archive.status();
  const build = await buildAndTest(name, args.version, signal);
  try {
    const { version } = build;
    const confirmed = args.confirm ? { confirm: true } : {};
    const body = { version, files: filesOf(build), source: sourceOf(ROOT, process.env), ...confirmed };
    await steps.run('Gates and storage', () => archive.request('POST', `/api/frontends/${name}/versions`, body));
    const objection = await checkPublished(archive, name, version, signal);
    const promotion = `npm run mfe -- promote ${name} ${version}`;
    steps.print(`\n${name} ${version} is a candidate. ${objection ?? `It goes live with: ${promotion}`}`);
  } finally {
    build.remove();
  }
}

/** Builds and runs the contract suite at the same time; a failure of either stops both. */
async function buildAndTest(name: Name, version: string | undefined, signal: AbortSignal): Promise<Build> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const building = steps.run(
    'Build',
    () => buildOne(ROOT, name, version, stop),
    ({ version }) => `${name} ${version}`,
  );
  const testing = name === 'shell' ? undefined : steps.run('Contract suite', () => runContractSuite(ROOT, name, stop));
  try {
    const [build] = await Promise.all([building, testing]);
    return build;
  } catch (error) {
    failed.abort();
    const [built] = await Promise.allSettled([building, testing]);
    if (built.status === 'fulfilled') built.value.remove();
    throw error;
  }
}

/**
 * A curator checks a published version on this machine; a pipeline, which may not judge its own build, waits for the verifier. Returns why
 * the version cannot be promoted; undefined if it can.
 */
async function checkPublished(archive: RunningArchive, name: Name, version: string, signal: AbortSignal) {
  if (!archive.hasToken) return requireVerdict(archive, name, version);
  const objection = await steps.run('Verifier', () => waitForVerdict(archive, name, version, signal));
  const { verdict } = versionIn(await archive.status(), name, version);
  if (objection !== undefined && verdict && !verdict.passed) throw new UserError(objection);
  return objection;
}

/** @throws a `UserError` if the version fails */
async function requireVerdict(archive: RunningArchive, name: Name, version: string): Promise<undefined> {
  const { passed, problems } = await verify(ROOT, archive, name, version, steps);
  if (!passed) throw new UserError(`${name} ${version} failed its check in a browser:\n  ${problems.join('\n  ')}`);
}

async function promote(archive: RunningArchive, name: Name, args: Arguments, { signal }: RunOptions) {
  const { version = '', canary, confirm } = args;
  const { state, objection } = versionIn(await archive.status(), name, version);
  if (state !== 'live' && objection !== null) {
    const reason = await checkPublished(archive, name, version, signal);
    if (reason !== undefined) throw new UserError(reason);
  }
  const body = { version, ...(canary === undefined ? {} : { canary }), ...(confirm ? { confirm } : {}) };
  await steps.run('Promotion', () => archive.request('POST', `/api/frontends/${name}/promote`, body));
  steps.print(`\n${name} ${version} is live${canary === undefined ? '' : ` for ${canary}% of sessions`}.`);
}

async function rollback(archive: RunningArchive, name: Name) {
  await steps.run('Rollback', () => archive.request('POST', `/api/frontends/${name}/rollback`, {}));
  const { apps } = await archive.status();
  steps.print(`\n${name} ${apps.find((app) => app.name === name)?.live?.version} is live.`);
}
