import { Refusal } from '@archive/postgres';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { aborted, type Interrupts } from '../command.ts';
import { serveFrontEnds } from '../development.ts';
import { freePort, requireFreePort } from '../ports.ts';
import type { Steps } from '../steps.ts';
import type { RunningArchive } from './archive.ts';
import { type Name, PROJECTS } from './arguments.ts';

const LOOPBACK = '127.0.0.1';
/** Where the shell of a developer answers, when it is free. */
const USUAL_PORT = 4000;

/**
 * One remote from its sources, with hot reload, inside a shell that runs here; records and the other remotes come from the archive that
 * is meant. Of the shell itself there is only its own development server.
 */
export async function developOne(
  root: string,
  archive: RunningArchive,
  name: Name,
  steps: Steps,
  { signal }: Interrupts,
): Promise<void> {
  await requireRunning(archive);
  const logs = join(root, 'dist', 'development');
  mkdirSync(logs, { recursive: true });
  const port = await portNear(USUAL_PORT);
  const say = (line: string) => steps.say(line);
  const common = { logs, say, onStart: () => undefined };
  const remotes: Record<string, string> = name === 'shell' ? {} : { [name]: PROJECTS[name] };
  const env = { ...process.env };
  delete env.DEPLOY_TOKEN;
  const { services, ready } = await serveFrontEnds(root, port, archive.origin, env, common, remotes);
  try {
    await steps.run('Front ends', () => Promise.race([ready, aborted(signal)]));
    say(`\n${name} runs from its sources at http://${LOOPBACK}:${port}, and shows each change at once.`);
    say(`Records and all other front ends come from ${archive.origin}. Ctrl-C ends it.\n`);
    await aborted(signal);
  } finally {
    await Promise.all(services.map((service) => service.stop(2000)));
  }
}

async function requireRunning({ origin }: RunningArchive): Promise<void> {
  const answer = await fetch(`${origin}/health/live`).catch(() => undefined);
  if (answer?.ok) return;
  throw new Refusal(`The archive at ${origin} does not answer: "npm start" opens one here, --archive names another.`);
}

async function portNear(wanted: number): Promise<number> {
  return requireFreePort(LOOPBACK, wanted).then(
    () => wanted,
    () => freePort(LOOPBACK),
  );
}
