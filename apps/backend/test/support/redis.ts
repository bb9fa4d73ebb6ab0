import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@archive/postgres';

/** Queue tests also run on Redis if it is installed. */
export const REDIS_SERVER = '/usr/bin/redis-server';

export interface RedisServer {
  url: string;
  /** Kills the server, which loses its data. */
  kill(): Promise<void>;
  /** Restarts the server, empty, at the same URL. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Stops the server when its standard input closes, which happens whenever the test process ends. */
const GUARD = '"$@" <&- & server=$!; read -r _; kill -9 $server';

/** A Redis server without persistence. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  const directory = await mkdtemp(path.join(tmpdir(), 'redis-'));
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    directory,
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const launch = async () => {
    const child = spawn('sh', ['-c', GUARD, 'redis', REDIS_SERVER, ...settings], { stdio: ['pipe', 'pipe', 'ignore'] });
    const ended = once(child, 'exit');
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('Ready to accept connections')) resolve();
      });
      void ended.then(() => reject(new Error('Redis ended')));
    });
    return async () => {
      child.stdin.end();
      await ended;
    };
  };
  let end = await launch();
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => end(),
    start: async () => {
      end = await launch();
    },
    stop: async () => {
      await end();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
