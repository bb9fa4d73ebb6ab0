import { Refusal } from '@archive/postgres';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findBrowser } from './src/browser.ts';
import { type Interrupts, runCommand } from './src/command.ts';
import { RunningArchive, type Smoke } from './src/mfe/archive.ts';
import { type Arguments, type Name, readArguments } from './src/mfe/arguments.ts';
import { type Build, buildOne, filesOf, runContractSuite } from './src/mfe/build.ts';
import { report } from './src/mfe/report.ts';
import { smoke } from './src/mfe/smoke.ts';
import { developOne } from './src/mfe/develop.ts';
import { ROOT } from './src/settings.ts';
import { Steps } from './src/steps.ts';

const steps = new Steps();

await runCommand(
  async (interrupts) => {
    const file = join(ROOT, '.env');
    if (existsSync(file)) process.loadEnvFile(file);
    const given = readArguments(process.argv.slice(2));
    const archive = new RunningArchive(given.archive, process.env);
    try {
      await run(given, archive, interrupts);
    } finally {
      await archive.signOut();
    }
    return 0;
  },
  { interrupted: 130 },
);

async function run(given: Arguments, archive: RunningArchive, interrupts: Interrupts): Promise<void> {
  const { command, name, version, canary } = given;
  if (name === undefined || command === 'status') {
    console.log(report(await archive.status(), archive.origin, name));
  } else if (command === 'publish') await publish(archive, name, version, interrupts);
  else if (command === 'promote') await promote(archive, name, version ?? '', canary);
  else if (command === 'rollback') await rollback(archive, name);
  else await developOne(ROOT, archive, name, steps, interrupts);
}

async function publish(archive: RunningArchive, name: Name, wanted: string | undefined, { signal }: Interrupts) {
  // Who is refused should know before a minute of building.
  await archive.status();
  const build = await buildAndTry(name, wanted, signal);
  try {
    const { version } = build;
    await steps.run('Gates and storage', () =>
      archive.call('POST', `/api/frontends/${name}/versions`, { version, files: filesOf(build) }),
    );
    await lookAt(archive, name, version);
    steps.say(`\n${name} ${version} is a candidate. It goes live with: npm run mfe -- promote ${name} ${version}`);
  } finally {
    build.remove();
  }
}

/** Builds, and runs the contract suite meanwhile: neither needs the other, and whichever fails ends both. */
async function buildAndTry(name: Name, wanted: string | undefined, signal: AbortSignal): Promise<Build> {
  const failed = new AbortController();
  const until = AbortSignal.any([signal, failed.signal]);
  const building = steps.run(
    'Build',
    () => buildOne(ROOT, name, wanted, until),
    ({ version }) => `${name} ${version}`,
  );
  const trying = name === 'shell' ? undefined : steps.run('Contract suite', () => runContractSuite(ROOT, name, until));
  try {
    const [build] = await Promise.all([building, trying]);
    return build;
  } catch (error) {
    failed.abort();
    const [built] = await Promise.allSettled([building, trying]);
    if (built.status === 'fulfilled') built.value.remove();
    throw error;
  }
}

/** Has a browser look at a candidate, and puts down what it found. */
async function lookAt(archive: RunningArchive, name: Name, version: string): Promise<void> {
  const browser = await findBrowser(process.env, ROOT);
  if (!browser)
    throw new Refusal('A browser has to look at it first: install Chromium, or name it with CHROMIUM_PATH.');
  const found = await steps.run('Browser', () => smoke(ROOT, browser, archive, name, version), verdict);
  await archive.call('POST', `/api/frontends/${name}/versions/${version}/smoke`, found);
  if (!found.passed)
    throw new Refusal(`A browser could not show ${name} ${version}:\n  ${found.problems.join('\n  ')}`);
}

function verdict({ passed }: Smoke): string {
  return passed ? '' : 'FAILED';
}

async function promote(archive: RunningArchive, name: Name, version: string, canary: number | undefined) {
  const { revision, apps } = await archive.status();
  const known = apps.find((app) => app.name === name)?.versions.find((one) => one.version === version);
  if (!known) throw new Refusal(`There is no ${name} ${version}: publish it first.`);
  // What others have made live since a browser looked at it may not go with it.
  if (known.stored && known.state !== 'live' && !(known.smoke?.passed && known.smoke.revision === revision))
    await lookAt(archive, name, version);
  const body = { version, ...(canary === undefined ? {} : { canary }) };
  await steps.run('Promotion', () => archive.call('POST', `/api/frontends/${name}/promote`, body));
  steps.say(`\n${name} ${version} is live${canary === undefined ? '' : ` for ${canary} % of the sessions`}.`);
}

async function rollback(archive: RunningArchive, name: Name) {
  await steps.run('Rollback', () => archive.call('POST', `/api/frontends/${name}/rollback`, {}));
  const { apps } = await archive.status();
  steps.say(`\n${name} ${apps.find((app) => app.name === name)?.live?.version} is live.`);
}
