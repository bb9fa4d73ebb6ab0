// Runs on any Node before anything is installed: installs the packages, then starts the
// TypeScript commands with the Node version among them.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants } from 'node:os';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const modules = join(root, 'node_modules');
const installedFrom = join(modules, '.installed-from');
const node = join(modules, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const [command = 'start', ...rest] = process.argv.slice(2);

const OLDEST_NODE = 18;
const COMMANDS = ['start', 'dev', 'test', 'e2e', 'bench', 'gallery', 'mfe'];

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}

function fingerprint() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function isInstalled(wanted) {
  if (!existsSync(node)) return false;
  if (existsSync(installedFrom) && readFileSync(installedFrom, 'utf8') === wanted) return true;
  // Installed by hand: npm's own lock file lists what is there.
  const have = readJson(join(modules, '.package-lock.json'))?.packages;
  const want = readJson(join(root, 'package-lock.json'))?.packages;
  if (!have || !want) return false;
  const same = Object.entries(want).every(
    ([path, entry]) =>
      !path.startsWith('node_modules/') || (have[path] ? have[path].version === entry.version : entry.optional),
  );
  if (same) remember(wanted);
  return same;
}

function remember(wanted) {
  try {
    writeFileSync(installedFrom, wanted);
  } catch {
    // Packages owned by another user are checked again next time.
  }
}

/** The running program, which receives our signals. */
let current;

function start(program, args, options) {
  const child = (current = spawn(program, args, { cwd: root, ...options }));
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve({ error }));
    child.on('close', (code, signal) => resolve({ code: code ?? 128 + (constants.signals[signal] ?? 0), signal }));
  });
  return { child, ended };
}

/** Runs npm. Returns its exit status, undefined when it could not run, and its output. */
async function npm(...args) {
  const script = process.env.npm_execpath?.endsWith('.js') ? process.env.npm_execpath : undefined;
  const [program, ...first] = script ? [process.execPath, script] : [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
  const { child, ended } = start(program, [...first, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const { code } = await ended;
  if (interrupted) process.exit(128 + constants.signals[interrupted]);
  return { code, said };
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** One installation at a time in this folder; the next one waits. */
async function lockInstallation() {
  const file = join(root, '.installing');
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      process.on('exit', () => rmSync(file, { force: true }));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') refuse(`Can't install packages: ${root} is not writable (${error.code}).`);
      const holder = Number(readFileSync(file, 'utf8'));
      if (!alive(holder)) rmSync(file, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

const ONE_MINUTE = '60000';
const NETWORK = /ETIMEDOUT|ERR_SOCKET|ECONNRESET|EAI_AGAIN|FETCH_ERROR|network/i;

async function install() {
  const started = Date.now();
  const label = '  Packages'.padEnd(20);
  if ((await npm('--version')).code !== 0) refuse('npm was not found. Install Node.js again; npm comes with it.');
  await lockInstallation();
  const wanted = fingerprint();
  if (isInstalled(wanted)) return;
  const show = (text) => process.stdout.isTTY && process.stdout.write(`\r\x1b[K${text}`);
  show(`${label} …`);
  const args = ['ci', '--include=dev', '--include=optional', '--prefer-offline', '--no-audit', '--no-fund'];
  const attempt = () => npm(...args, '--loglevel=error', `--fetch-timeout=${ONE_MINUTE}`);
  let { code, said } = await attempt();
  // npm's cache has the packages downloaded so far.
  if (code !== 0 && NETWORK.test(said)) ({ code, said } = await attempt());
  show('');
  if (code !== 0) {
    console.error(said.trim());
    refuse('The packages could not be installed. npm ci failed with the message above.');
  }
  if (!existsSync(node)) {
    refuse(
      'Node 24 is missing from the packages. Allow install scripts (npm config delete ignore-scripts), delete node_modules and try again.',
    );
  }
  remember(wanted);
  console.log(`${label} ${((Date.now() - started) / 1000).toFixed(1).padStart(6)} s`);
}

async function handOver() {
  const { child, ended } = start(node, [join(root, 'tools', 'cli', `${command}.ts`), ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      PATH: `${join(modules, '.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
    },
  });
  child.on('error', (error) => refuse(`The bundled Node 24 does not run on this machine: ${error.message}`));
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
  refuse(`Node.js ${OLDEST_NODE} or newer is required. This is ${process.version}.`);
if (!COMMANDS.includes(command)) refuse(`Unknown command "${command}". Use one of: ${COMMANDS.join(', ')}.`);
if (!isInstalled(fingerprint())) await install();
process.exit(await handOver());
