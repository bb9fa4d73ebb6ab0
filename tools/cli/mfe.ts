import { UserError } from '@archive/postgres';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './src/browser.ts';
import { type RunOptions, runCommand } from './src/command.ts';
import { RunningArchive, type Smoke } from './src/mfe/archive.ts';
import { type Arguments, type Name, readArguments, USAGE } from './src/mfe/arguments.ts';
import { type Build, buildOne, filesOf, runContractSuite } from './src/mfe/build.ts';
import { report } from './src/mfe/report.ts';
import { smoke } from './src/mfe/smoke.ts';
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
    const archive = new RunningArchive(args.archive, process.env);
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
  const { command, name, version, canary } = args;
  if (name === undefined || command === 'status') {
    console.log(report(await archive.status(), archive.origin, name));
  } else if (command === 'publish') await publish(archive, name, version, interrupts);
  else if (command === 'promote') await promote(archive, name, version ?? '', canary);
  else if (command === 'rollback') await rollback(archive, name);
  else await developFrontend(ROOT, archive, name, steps, interrupts);
}

async function publish(archive: RunningArchive, name: Name, version: string | undefined, { signal }: RunOptions) {
  // Fails before a minute of building when the credentials are wrong.
  await archive.status();
  const build = await buildAndTest(name, version, signal);
  try {
    const { version } = build;
    await steps.run('Gates and storage', () =>
      archive.request('POST', `/api/frontends/${name}/versions`, { version, files: filesOf(build) }),
    );
    await runSmokeTest(archive, name, version);
    steps.print(`\n${name} ${version} is a candidate. It goes live with: npm run mfe -- promote ${name} ${version}`);
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

/** Runs the smoke test of a candidate and records its result. */
async function runSmokeTest(archive: RunningArchive, name: Name, version: string): Promise<void> {
  const browser = await findBrowser(process.env, ROOT);
  if (!browser) throw new UserError('The smoke test needs Chromium. Install it, or set CHROMIUM_PATH.');
  const found = await steps.run('Browser', () => smoke(ROOT, browser, archive, name, version), failedNote);
  await archive.request('POST', `/api/frontends/${name}/versions/${version}/smoke`, found);
  if (!found.passed)
    throw new UserError(`The smoke test of ${name} ${version} failed:\n  ${found.problems.join('\n  ')}`);
}

function failedNote({ passed }: Smoke): string {
  return passed ? '' : 'FAILED';
}

async function promote(archive: RunningArchive, name: Name, version: string, canary: number | undefined) {
  const { revision, apps } = await archive.status();
  const candidate = apps.find((app) => app.name === name)?.versions.find((item) => item.version === version);
  if (!candidate) throw new UserError(`${name} ${version} does not exist. Publish it first.`);
  // A smoke test counts only for the registry revision it ran against.
  if (
    candidate.stored &&
    candidate.state !== 'live' &&
    !(candidate.smoke?.passed && candidate.smoke.revision === revision)
  )
    await runSmokeTest(archive, name, version);
  const body = { version, ...(canary === undefined ? {} : { canary }) };
  await steps.run('Promotion', () => archive.request('POST', `/api/frontends/${name}/promote`, body));
  steps.print(`\n${name} ${version} is live${canary === undefined ? '' : ` for ${canary}% of sessions`}.`);
}

async function rollback(archive: RunningArchive, name: Name) {
  await steps.run('Rollback', () => archive.request('POST', `/api/frontends/${name}/rollback`, {}));
  const { apps } = await archive.status();
  steps.print(`\n${name} ${apps.find((app) => app.name === name)?.live?.version} is live.`);
}
