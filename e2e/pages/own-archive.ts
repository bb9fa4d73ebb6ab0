import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './archive-command.ts';

/** What an archive of its own must not share with the one under test. */
const NOT_SHARED =
  /^(?:PORT|DATA_DIR|DATABASE_|REDIS_URL|S3_|PUBLIC_URL|CURATOR_|SIGN_ON_|LOCAL_ACCOUNTS|SMTP_|MAIL_FROM)/;

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

interface OwnArchive {
  port?: number;
  settings?: Record<string, string>;
}

/** Runs `npm start` with these options, in a folder that is deleted by `stop`. */
export async function startOwnArchive(option: string, { port: given, settings }: OwnArchive = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'own-archive-'));
  const port = given ?? (await freePort());
  const inherited = Object.entries(process.env).filter(([name]) => !NOT_SHARED.test(name));
  const env = { ...Object.fromEntries(inherited), ...settings };
  const args = [join(ROOT, 'tools/cli/start.ts'), '--port', String(port), '--data', join(directory, 'data'), option];
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(directory, { recursive: true, force: true });
  };
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (line.startsWith('Press Ctrl-C')) return { url: `http://127.0.0.1:${port}`, stop };
  }
  await stop();
  throw new Error(`The archive did not start:\n${lines.join('\n')}`);
}
