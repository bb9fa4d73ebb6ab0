#!/usr/bin/env node
// Runs on any Node before anything is installed: installs the packages, then starts the
// TypeScript commands with the Node version among them.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants } from 'node:os';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS, suggestion, USAGE } from './commands.mjs';
import { installedTree } from './installed.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.installed-from');
const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const [command = 'help', ...rest] = process.argv.slice(2);

const OLDEST_NODE = 20;

function exitWith(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** A hash of the lock file and of the installed packages: packages that were changed or removed by hand are installed again. */
function stampOf({ digest }) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(digest)
    .digest('hex');
}

function isInstalled() {
  if (!existsSync(node)) return false;
  const tree = installedTree(root);
  // After an installation that leaves something out, the stamp prevents another one at each start.
  return tree.missing.length === 0 || (existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(tree));
}

function remember() {
  try {
    writeFileSync(stamp, stampOf(installedTree(root)));
  } catch {
    // Packages owned by another user are checked again next time.
  }
}

/** SWC unpacks its native code on first use, by default in the home folder of the user. */
function nativeCache() {
  if (process.env.SWC_NATIVE_BINDING_CACHE) return {};
  const folder = join(root, '.nx', 'swc');
  try {
    // SWC refuses a folder that others can write to.
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return { SWC_NATIVE_BINDING_CACHE: folder };
  } catch {
    return {};
  }
}

/** The running program, which receives our signals. */
let current;

function start(program, args, { env = process.env, ...options }) {
  const child = (current = spawn(program, args, { cwd: root, env: { ...env, ...nativeCache() }, ...options }));
  const exit = new Promise((resolve) => {
    child.on('error', (error) => resolve({ error }));
    child.on('close', (code, signal) => resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), signal }));
  });
  return { child, ended: exit };
}

/** Runs npm. Returns its exit status, undefined when it could not run, and its output. */
async function npm(...args) {
  const script = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined;
  const [program, ...first] = script ? [process.execPath, script] : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const { child, ended } = start(program, [...first, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const { code } = await ended;
  if (interrupted) process.exit(128 + constants.signals[interrupted]);
  return { code, output };
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** The live process that holds the lock. On a full disk, a lock stays empty. */
function installer(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    return holder > 0 && alive(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** One installation at a time in this folder; the next one waits. */
async function lockInstallation() {
  const file = join(root, '.installing');
  const draft = `${file}.${process.pid}`;
  for (let waiting = false; ;) {
    try {
      writeFileSync(draft, String(process.pid));
      // A link appears with its content; a file could be read while it is empty.
      linkSync(draft, file);
      rmSync(draft);
      const release = () => rmSync(file, { force: true });
      process.on('exit', release);
      return () => process.off('exit', release) && release();
    } catch (error) {
      rmSync(draft, { force: true });
      if (error.code !== 'EEXIST') exitWith(`Can’t install packages: ${root} is not writable (${error.code}).`);
      const holder = installer(file);
      if (!holder) rmSync(file, { force: true });
      else {
        if (!waiting) {
          console.log(
            `Waiting for process ${holder}, which is installing the packages. If that is another program, delete ${file}.`,
          );
        }
        waiting = true;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  }
}

const ONE_MINUTE = '60000';
const NETWORK = /ETIMEDOUT|ERR_SOCKET|ECONNRESET|EAI_AGAIN|FETCH_ERROR|network/i;

async function install() {
  const startedAt = Date.now();
  const label = '  Packages'.padEnd(20);
  if ((await npm('--version')).code !== 0) exitWith('npm was not found. Install Node.js again; npm comes with it.');
  const release = await lockInstallation();
  if (isInstalled()) return release();
  const { isTTY } = process.stdout;
  const show = (text) => isTTY && process.stdout.write(`\r\x1b[K${text}`);
  if (isTTY) show(`${label} …`);
  else console.log(`${label} …`);
  const args = ['ci', '--include=dev', '--include=optional', '--prefer-offline', '--no-audit', '--no-fund'];
  const attempt = () => npm(...args, '--loglevel=error', `--fetch-timeout=${ONE_MINUTE}`);
  let { code, output } = await attempt();
  // The second attempt continues with the packages in npm's cache.
  if (code !== 0 && NETWORK.test(output)) ({ code, output } = await attempt());
  show('');
  if (code !== 0) {
    console.error(output.trim());
    exitWith('The packages could not be installed. npm ci failed with the message above.');
  }
  if (!existsSync(node)) {
    exitWith(
      'Node 24 is missing from the packages. Allow install scripts (npm config delete ignore-scripts), delete node_modules and try again.',
    );
  }
  remember();
  release();
  console.log(`${label} ${((Date.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`);
}

async function handOver() {
  const { child, ended } = start(node, [join(root, 'tools', 'cli', `${command}.ts`), ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      // npm sets this variable; paths on the command line are relative to that folder.
      INIT_CWD: process.env.INIT_CWD ?? process.cwd(),
      PATH: `${join(modules, '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
    },
  });
  child.on('error', (error) => exitWith(`The bundled Node 24 does not run on this machine: ${error.message}`));
  return (await ended).code;
}

/** A killed npm sends no signal; a new parent process reveals it. */
function followParent() {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || interrupt('SIGTERM'), 1000).unref();
}

/** The signal that asked us to stop. */
let interrupted;

function interrupt(signal) {
  interrupted = signal;
  current?.kill(signal);
}

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => interrupt(signal));
if (process.env.npm_lifecycle_event) followParent();
if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE)
  exitWith(
    `Node.js ${OLDEST_NODE} or newer is required, and this is ${process.version}. Install it from https://nodejs.org.`,
  );
if (['help', '--help', '-h'].includes(command)) {
  console.log(USAGE);
  process.exit(0);
}
if (!Object.hasOwn(COMMANDS, command)) {
  const suggested = suggestion(command, Object.keys(COMMANDS));
  exitWith(`There is no command "${command}".${suggested ? ` Did you mean ${suggested}?` : ''}\n\n${USAGE}`);
}
if (!isInstalled()) await install();
process.exit(await handOver());
