import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './archive-command.ts';

/** A command from the page for teams, and its output. */
export interface Ran {
  command: string;
  output: string;
  seconds: number;
}

/** The shell scripts of a section of `docs/teams.md`. */
export function scriptsOf(heading: string): string[] {
  const page = readFileSync(join(ROOT, 'docs/teams.md'), 'utf8');
  const section = page.split(/^## /m).find((part) => part.startsWith(`${heading}\n`));
  const scripts = [...(section ?? '').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, script]) => script!);
  if (scripts.length === 0) throw new Error(`docs/teams.md has no script below "${heading}".`);
  return scripts;
}

/** Builds the packages, or takes them from Nx's cache. Returns their folder. */
export function builtPackages(): string {
  const nx = join(ROOT, 'node_modules/nx/dist/bin/nx.js');
  const env = { ...process.env, NX_TUI: 'false' };
  execFileSync(process.execPath, [nx, 'run', '@archive/packages:build'], { cwd: ROOT, env, stdio: 'pipe' });
  return join(ROOT, 'dist/packages');
}

/** Runs each line of a script as a terminal does: `cd` and exports apply to later lines. Throws with the output if a line fails. */
export function runScript(script: string, folder: string, env: NodeJS.ProcessEnv): Promise<Ran[]> {
  const lines = script
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  // A separator that never occurs in what the commands print.
  const separator = '\u0001';
  const traced = lines.map(
    (line) => `${line} || { echo "failed: $?"; exit 1; }\nprintf '%s%s\\n' '${separator}' "$EPOCHREALTIME"`,
  );
  const child = spawn('bash', ['-c', `printf '%s\\n' "$EPOCHREALTIME"\n${traced.join('\n')}`], { cwd: folder, env });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return new Promise((done, failed) => {
    child.on('close', (status) => {
      if (status !== 0) return failed(new Error(`The script failed:\n${output}`));
      const parts = output.split(separator);
      const times = parts.map((part) => Number.parseFloat(part));
      const printed = parts.map((part) => part.replace(/^[\d.]+\n/, ''));
      done(
        lines.map((command, index) => ({
          command,
          output: printed[index]!,
          seconds: times[index + 1]! - times[index]!,
        })),
      );
    });
  });
}

/** The duration of a step as the command printed it: `  Promotion   0.1 s`. */
export function stepSeconds(ran: Ran[], step: string): number {
  const found = ran.map(({ output }) => new RegExp(`^ *${step} +([\\d.]+) s`, 'm').exec(output)?.[1]).find(Boolean);
  return Number(found ?? Number.NaN);
}

/** A verifier: `npm run mfe -- verify --watch`. */
export function startVerifier(env: NodeJS.ProcessEnv): { output(): string; stop(): Promise<void> } {
  const args = [join(ROOT, 'tools/cli/mfe.ts'), 'verify', '--watch'];
  const child: ChildProcess = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()));
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  return {
    output: () => output,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
