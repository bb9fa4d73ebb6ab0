import { freePort } from '@archive/postgres';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = join(import.meta.dirname, '..', 'start.ts');
const UNPRIVILEGED_USER = 65534;

let directory: string;
let dataDir: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'start-test-'));
  dataDir = join(directory, 'data');
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Runs the command, which must end immediately: returns its status and output. */
async function start(env: NodeJS.ProcessEnv, as: { uid?: number; gid?: number } = {}, args: string[] = []) {
  const PORT = String(await freePort('127.0.0.1'));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env: { ...process.env, PORT, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
    cwd: directory,
    ...as,
  });
  // Warnings about the test machine.
  return { status, stdout: stdout.replaceAll(/^(?:Disk|Memory|Settings): .*\n/gm, ''), stderr };
}

const expectedError = (sentence: string) => ({ status: 1, stdout: '', stderr: `${sentence}\n` });

describe('npm start fails immediately with one sentence and status 1 for', () => {
  test('a port out of range', async () => {
    expect(await start({ PORT: '70000' })).toEqual(
      expectedError('PORT must be a whole number from 1 to 65535, not "70000".'),
    );
  });

  test('a port in use', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    );
    const response = await start({ PORT: String(port) });
    await new Promise((resolve) => other.close(resolve));
    expect(response).toEqual(
      expectedError(`Port ${port} on 127.0.0.1 is in use by another program. Stop it, or set another PORT.`),
    );
  });

  test('an address of another machine', async () => {
    expect(await start({ HOST: '192.0.2.1' })).toEqual(
      expectedError('HOST "192.0.2.1" is not an address of this machine.'),
    );
  });

  test('a data directory without write permission', async () => {
    mkdirSync(dataDir);
    chmodSync(directory, 0o755);
    chmodSync(dataDir, 0o555);
    const response = await start(
      {},
      process.getuid?.() === 0 ? { uid: UNPRIVILEGED_USER, gid: UNPRIVILEGED_USER } : {},
    );
    expect(response).toEqual(
      expectedError(`DATA_DIR ${dataDir} is not writable by this user. Change its owner, or use another DATA_DIR.`),
    );
  });

  test('a data directory that is a file', async () => {
    writeFileSync(dataDir, '');
    expect(await start({})).toEqual(expectedError(`DATA_DIR ${dataDir} is not a directory. Use another DATA_DIR.`));
  });

  test('a data directory with other files, unchanged', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'thesis.txt'), 'mine');
    expect(await start({})).toEqual(
      expectedError(
        `DATA_DIR ${dataDir} has other files, such as thesis.txt, and no archive. Use an empty folder, or one that does not exist yet.`,
      ),
    );
    expect(readdirSync(dataDir)).toEqual(['thesis.txt']);
  });

  test('a data directory of a newer version, unchanged', async () => {
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'version'), '2\n');
    expect(await start({})).toEqual(
      expectedError(
        `DATA_DIR ${dataDir} was written by a newer version of the archive (layout 2, this version supports 1). Start that version, or use another DATA_DIR.`,
      ),
    );
  });

  test('a data directory in use', async () => {
    mkdirSync(dataDir);
    const lockIt = `import { acquireLock } from '@archive/postgres'; acquireLock(${JSON.stringify(join(dataDir, 'lock'))}); console.log('held'); setInterval(() => undefined, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', lockIt], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => owner.stdout.once('data', resolve));
    const response = await start({});
    owner.kill('SIGKILL');
    expect(response).toEqual(
      expectedError(
        `DATA_DIR ${dataDir} is in use by a running archive (process ${owner.pid}). Stop it, or use another DATA_DIR.`,
      ),
    );
  });
});

describe('npm start --', () => {
  const startWith = (...args: string[]) => start({}, {}, args);

  test('--help describes the options', async () => {
    const { status, stdout } = await startWith('--help');
    expect(status).toBe(0);
    for (const option of [
      '--port <number>',
      '--data <folder>',
      '--empty',
      '--document <file>',
      '--package <file>',
      '--backup <place>',
    ])
      expect(stdout).toContain(option);
  });

  test('an unknown option is refused with a suggestion', async () => {
    const { status, stderr } = await startWith('--prot', '4155');
    expect([status, stderr]).toEqual([1, "error: unknown option '--prot'\n(Did you mean --port?)\n"]);
  });

  test.each<[string, string[], string]>([
    [
      'a document that does not exist',
      ['--document', 'no.md'],
      '--document names a file that does not exist: {}/no.md.',
    ],
    ['a folder as document', ['--document', '.'], '--document needs a file, and {} is a folder.'],
    ['an empty document', ['--document', 'empty.md'], '--document names an empty file: {}/empty.md.'],
    ['a document without a name', ['--document', ''], '--document has no value.'],
    [
      'a document beyond the limit',
      ['--document', 'large.md'],
      '--document names a file of 57.22 MB: {}/large.md. 47.68 MB is the limit.',
    ],
    [
      'a package that does not exist',
      ['--package', 'no.zip'],
      '--package names a file that does not exist: {}/no.zip.',
    ],
    ['backups that do not exist', ['--backup', 'none'], '--backup names a folder that does not exist: {}/none.'],
    [
      'consent without a package',
      ['--replace-earlier-work'],
      '--replace-earlier-work is for --package: name the package.',
    ],
  ])('%s is refused before anything starts', async (_, args, sentence) => {
    writeFileSync(join(directory, 'empty.md'), '');
    writeFileSync(join(directory, 'large.md'), Buffer.alloc(60_000_000));
    expect(await start({ INIT_CWD: directory }, {}, args)).toEqual(expectedError(sentence.replaceAll('{}', directory)));
    expect(readdirSync(directory)).not.toContain('data');
  });

  test('an archive begins with one thing', async () => {
    const { status, stderr } = await startWith('--empty', '--document', 'a.md');
    expect([status, stderr]).toEqual([1, "error: option '--empty' cannot be used with option '--document <file>'\n"]);
  });

  test('options are validated like their variables', async () => {
    expect(await startWith('--port', '70000')).toEqual(
      expectedError('PORT must be a whole number from 1 to 65535, not "70000".'),
    );
    expect(await startWith('--host', '192.0.2.1')).toEqual(
      expectedError('HOST "192.0.2.1" is not an address of this machine.'),
    );
    writeFileSync(join(directory, 'file'), '');
    const file = join(directory, 'file');
    expect(await startWith('--data', file)).toEqual(
      expectedError(`DATA_DIR ${file} is not a directory. Use another DATA_DIR.`),
    );
  });
});
