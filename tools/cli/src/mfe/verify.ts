import { ArchiveError } from '@archive/client';
import { UserError } from '@archive/postgres';
import { setTimeout as wait } from 'node:timers/promises';
import { findBrowser } from '../browser.ts';
import type { Steps } from '../steps.ts';
import type { RunningArchive, Status, Verdict, Version } from './archive.ts';
import { smoke } from './smoke.ts';

const POLL_MS = 5000;
/** How long a pipeline waits for a verifier: it opens some ten pages, in at most 12 seconds each. */
const WAIT_MS = 180_000;

/** Opens a published version in a browser, in the live page, and records the verdict. */
export async function verify(archive: RunningArchive, name: string, version: string, steps: Steps): Promise<Verdict> {
  const published = versionIn(await archive.status(), name, version);
  if (published.digest === null)
    throw new UserError(`${name} ${version} was built with the server and needs no check.`);
  const { digest } = published;
  const browser = await findBrowser(process.env);
  if (!browser) throw new UserError('The check needs Chromium. Install it, or set CHROMIUM_PATH.');
  const verdict = await steps.run(
    `Browser check`,
    () => smoke(browser, archive, name, version),
    ({ passed }) => `${name} ${version}${passed ? '' : ' FAILED'}`,
  );
  await archive.recordVerdict(name, version, { ...verdict, digest });
  return verdict;
}

/** Checks candidates and canaries as they are published, and again when another micro-frontend has changed, until it is stopped. */
export async function verifyAll(archive: RunningArchive, steps: Steps, signal: AbortSignal) {
  steps.print(`Checking new candidates of ${archive.origin}. Press Ctrl-C to stop.\n`);
  while (!signal.aborted) {
    try {
      for (const { name, version } of unchecked(await archive.status())) {
        const { passed, problems } = await verify(archive, name, version, steps);
        // Signs in again, because sessions expire and pages would then fail without records.
        await archive.signOut();
        if (!passed) steps.print(`  ${problems.join('\n  ')}`);
        if (signal.aborted) return;
      }
    } catch (error) {
      if (!(error instanceof UserError || error instanceof ArchiveError)) throw error;
      steps.print(error.message);
    }
    await wait(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** The canary and the newest candidate of each micro-frontend, unless their latest verdict applies to what is live now. */
export function unchecked({ revision, apps }: Status): { name: string; version: string }[] {
  return apps.flatMap(({ name, versions }) => {
    const canary = versions.find(({ state }) => state === 'canary');
    const candidate = versions.find(({ state }) => state === 'candidate');
    return [canary, candidate]
      .filter((item) => item !== undefined)
      .filter(({ stored, objection, verdict }) => stored && objection !== null && !failedWith(verdict, revision))
      .map(({ version }) => ({ name, version }));
  });
}

const failedWith = (verdict: Version['verdict'], revision: number) =>
  verdict !== null && !verdict.passed && verdict.revision === revision;

/** Waits until a verifier has checked a version. Returns its objection; undefined if it has none. */
export async function waitForVerdict(
  archive: RunningArchive,
  name: string,
  version: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  for (const end = Date.now() + WAIT_MS; ; await wait(POLL_MS / 2, undefined, { signal })) {
    const status = await archive.status();
    const { objection, verdict } = versionIn(status, name, version);
    if (objection === null) return undefined;
    if (failedWith(verdict, status.revision) || Date.now() > end) return objection;
  }
}

/** @throws a `UserError` if the version does not exist */
export function versionIn({ apps }: Status, name: string, version: string): Version {
  const published = apps.find((app) => app.name === name)?.versions.find((item) => item.version === version);
  if (!published) throw new UserError(`${name} ${version} does not exist. Publish it first.`);
  return published;
}
