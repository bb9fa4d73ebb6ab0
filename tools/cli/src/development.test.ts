import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type CompilerError, ReloadingBackend, showBackendErrors, watchBackend } from './development-backend.ts';
import { serveFrontends } from './development.ts';
import { freePort } from '@archive/postgres';
import { ROOT } from './settings.ts';

const BROKEN_SOURCE = "import { greeting } from './greeting.ts';\nconsole.log(greeting);\nconst = 5;\n";
const VALID_SOURCE =
  "import { greeting } from './greeting.ts';\nconsole.log(greeting);\nsetInterval(() => undefined, 1000);\n";

let folder: string;
let printed: string[];
const cleanups: (() => Promise<void>)[] = [];

/** A backend of two files. It is in the repository, where the packages of the compiler are found. */
beforeEach(() => {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  folder = mkdtempSync(join(ROOT, 'dist/development-test-'));
  printed = [];
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'rspack.config.mjs'),
    `export default {
      mode: 'production', target: 'node24', context: import.meta.dirname, entry: { main: './src/main.ts' },
      output: { path: import.meta.dirname + '/.development', module: true, library: { type: 'module' }, filename: '[name].js' },
      module: { rules: [{ test: /\\.ts$/, loader: 'builtin:swc-loader', options: { jsc: { parser: { syntax: 'typescript' } } } }] },
      optimization: { minimize: false },
    };`,
  );
  write('greeting.ts', "export const greeting = 'first';\n");
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  rmSync(folder, { recursive: true });
});

/** The status of the response to a request for a host. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  get(url, { headers: { host }, agent: false }, (response) => {
    response.resume();
    resolve(response.statusCode);
  }).on('error', reject);
  return promise;
}

const write = (name: string, text: string) => writeFileSync(join(folder, 'src', name), text);
const print = (line: string) => void printed.push(line);

async function waitFor(condition: () => boolean): Promise<void> {
  for (const end = Date.now() + 30_000; !condition(); await sleep(20))
    if (Date.now() > end) throw new Error(`The condition was not met within 30 s:\n${printed.join('\n')}`);
}

test('a syntax error is printed with its lines, and the first build waits until it is fixed', async () => {
  write('main.ts', BROKEN_SOURCE);
  const compiler = watchBackend(folder, print);
  cleanups.push(() => compiler.stop());
  await waitFor(() => printed.some((line) => line.includes('Fix the source')));
  const output = printed.join('\n');
  expect(output).toMatch(/main\.ts/);
  expect(output).toMatch(/3 │ const = 5;/);
  expect(output).toMatch(/Unexpected token|Expected ident/);
  write('main.ts', VALID_SOURCE);
  await compiler.ready;
});

test('a build restarts the program, a broken one keeps it, and the pages get the errors until they are fixed', async () => {
  write('main.ts', VALID_SOURCE);
  const shown: (readonly CompilerError[])[] = [];
  const compiler = watchBackend(folder, print);
  cleanups.push(() => compiler.stop());
  await compiler.ready;
  const backend = new ReloadingBackend(compiler, (errors) => shown.push(errors));
  const service = backend.run({
    name: 'api',
    args: [join(folder, '.development/main.js')],
    cwd: folder,
    env: process.env,
    logs: folder,
    formatLine: (line) => line,
    print,
    onStart: () => undefined,
  });
  cleanups.push(() => service.stop(1000));
  await service.waitUntilReady(waitFor(() => printed.includes('api: first')));

  write('greeting.ts', "export const greeting = 'second';\n");
  await waitFor(() => printed.includes('api: second'));
  expect(shown).toEqual([]);

  write('main.ts', BROKEN_SOURCE);
  await waitFor(() => shown.length === 1);
  expect(shown[0]).toMatchObject([
    { file: expect.stringMatching(/main\.ts$/), message: expect.stringContaining('const = 5;') },
  ]);
  write('main.ts', VALID_SOURCE.replace('greeting);', "greeting + ' again');"));
  await waitFor(() => printed.includes('api: second again'));
  expect(shown.slice(1)).toEqual([[]]);

  // Errors at the start of the program are shown as well.
  write('main.ts', "throw new Error('no bucket');\n");
  await waitFor(() => shown.length === 3);
  expect(shown[2]).toEqual([{ file: 'api', message: expect.stringContaining('no bucket') }]);
  write('main.ts', VALID_SOURCE);
  await waitFor(() => shown.length === 4);
  expect(shown[3]).toEqual([]);
  expect(readFileSync(service.log, 'utf8')).toContain('second again');
});

test('the development shell shows errors of the backend in open pages and in those that open later', async () => {
  const port = await freePort('127.0.0.1');
  const env = { ...process.env };
  const { services, ready } = await serveFrontends(
    { shell: join(ROOT, 'apps/shell'), remotes: {} },
    port,
    'http://127.0.0.1:9',
    env,
    { logs: folder, print, onStart: () => undefined },
  );
  cleanups.push(async () => void (await Promise.all(services.map((service) => service.stop(2000)))));
  await ready;
  const open = () => {
    const messages: string[] = [];
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { origin: `http://localhost:${port}` } });
    cleanups.push(() => Promise.resolve(socket.close()));
    socket.addEventListener('message', ({ data }) => void messages.push(String(data)));
    return messages;
  };
  const first = open();
  await waitFor(() => first.some((message) => message.includes('"ok"')));
  const origin = `http://127.0.0.1:${port}`;
  await showBackendErrors(origin, [{ file: 'src/main.ts', message: 'const = 5;' }]);
  const isError = (message: string) => message.includes('"errors"') && message.includes('const = 5;');
  await waitFor(() => first.some(isError));
  const second = open();
  await waitFor(() => second.some(isError));
  await showBackendErrors(origin, []);
  await waitFor(() => [first, second].every((messages) => messages.at(-1)?.includes('"still-ok"')));
  // Under other names, pages of other websites would reach the archive through the development server.
  for (const path of ['/', '/api/voyages', '/mfe/registry.json'])
    expect([path, await statusFor(`${origin}${path}`, `evil.example:${port}`)]).toEqual([path, 403]);
  expect(await statusFor(`${origin}/mfe/registry.json`, `localhost:${port}`)).toBe(200);
  // A page of another site must not reach it.
  const foreign = { method: 'PUT', headers: { origin: 'https://example.org' }, body: '[]' };
  expect((await fetch(`${origin}/__backend-errors`, foreign)).status).toBe(404);
});
