import { spawn, type SpawnOptions } from 'node:child_process';

/** Runs a program to its end and returns its output, without the last line break. @throws with its messages if it fails */
export function run(
  program: string,
  args: readonly string[],
  { input, ...options }: SpawnOptions & { input?: string } = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: 'pipe' });
    const output: Buffer[] = [];
    let messages = '';
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => (messages = (messages + chunk).slice(-4000)));
    child.on('error', reject);
    child.on('close', (code) => {
      const text = Buffer.concat(output).toString().trimEnd();
      if (code === 0) resolve(text);
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}:\n${text.slice(-2000)}\n${messages}`));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
