import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './ports.ts';

const script = join(import.meta.dirname, '..', 'start.ts');
const NOBODY = 65534;

let place: string;
let dataDir: string;

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'start-test-'));
  dataDir = join(place, 'data');
});
afterEach(() => rmSync(place, { recursive: true }));

/** Runs the whole command, which must refuse: answers its status and all that it said. */
async function start(env: NodeJS.ProcessEnv, as: { uid?: number; gid?: number } = {}) {
  const PORT = String(await freePort('127.0.0.1'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
    env: { ...process.env, PORT, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
    cwd: place,
    ...as,
  });
  return { status, stdout, stderr };
}

const refused = (sentence: string) => ({ status: 1, stdout: '', stderr: `${sentence}\n` });

describe('npm start refuses at once, in one sentence, with status 1', () => {
  test('a port out of range', async () => {
    expect(await start({ PORT: '70000' })).toEqual(
      refused('PORT must be a whole number from 1 to 65535, and it is "70000".'),
    );
  });

  test('a port that is taken', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    );
    const answer = await start({ PORT: String(port) });
    await new Promise((resolve) => other.close(resolve));
    expect(answer).toEqual(
      refused(`Port ${port} on 127.0.0.1 is taken by another program: stop it, or choose another with PORT.`),
    );
  });

  test('an address that this machine does not have', async () => {
    expect(await start({ HOST: '192.0.2.1' })).toEqual(refused('HOST "192.0.2.1" is no address of this machine.'));
  });

  test('a data directory that cannot be written', async () => {
    mkdirSync(dataDir);
    chmodSync(place, 0o755);
    chmodSync(dataDir, 0o555);
    const answer = await start({}, process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {});
    expect(answer).toEqual(
      refused(`DATA_DIR ${dataDir} cannot be written by this user: give it to the user, or choose another DATA_DIR.`),
    );
  });

  test('a data directory that is a file', async () => {
    writeFileSync(dataDir, '');
    expect(await start({})).toEqual(
      refused(`DATA_DIR ${dataDir} is not a directory, or lies under a file: name another.`),
    );
  });

  test('a data directory of a newer version, which is left as it is', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'version'), '2\n');
    expect(await start({})).toEqual(
      refused(
        `DATA_DIR ${dataDir} was written by a newer version of the archive (layout 2, and this one knows 1): start that version, or choose another DATA_DIR.`,
      ),
    );
  });

  test('a data directory that a living process holds', async () => {
    mkdirSync(dataDir);
    const lockIt = `import { takeLock } from '@archive/postgres'; takeLock(${JSON.stringify(join(dataDir, 'lock'))}); console.log('held'); setInterval(() => undefined, 1000);`;
    const holder = spawn(process.execPath, ['--input-type=module', '-e', lockIt], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    const answer = await start({});
    holder.kill('SIGKILL');
    expect(answer).toEqual(
      refused(
        `DATA_DIR ${dataDir} is in use by a running archive (process ${holder.pid}): stop that one, or choose another DATA_DIR.`,
      ),
    );
  });
});
