import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { pino } from 'pino';
import { NestLog } from '../../src/common/index.ts';
import { JobQueues } from '../../src/queues/index.ts';
import { WorkerModule } from '../../src/worker.module.ts';
import type { TestApi } from './api.ts';
import { LOADER, PROGRAM_ENVIRONMENT, programFile, PROJECT } from './program.ts';

/**
 * A worker in this process, with the database and files of a test server. It reads the texts of files only when asked
 * to, because recognizing them takes longer than all else that happens to a picture.
 */
export async function startWorker(
  { app, config }: TestApi,
  { readsTexts = false } = {},
): Promise<INestApplicationContext> {
  if (!readsTexts)
    await app
      .get(JobQueues)
      .all.find(({ name }) => name === 'file-texts')
      ?.pause();
  return NestFactory.createApplicationContext(WorkerModule.with(config), {
    logger: new NestLog(pino({ level: 'silent' })),
    abortOnError: false,
  });
}

export interface WorkerProcess {
  pid: number;
  /** Log output so far. */
  log(): string;
  /** Kills the process without shutdown. */
  kill(): Promise<void>;
  /** Stops the process gracefully; resolves with its exit code. */
  stop(): Promise<number | null>;
}

/** Starts a worker process as in production, or with another entry file. Resolves once it is running. */
export async function spawnWorker(
  { config }: Pick<TestApi, 'config'>,
  { entry = programFile('worker'), environment = {} }: { entry?: string; environment?: Record<string, string> } = {},
): Promise<WorkerProcess> {
  const child = spawn(process.execPath, [...LOADER, entry], {
    cwd: PROJECT,
    env: {
      ...PROGRAM_ENVIRONMENT,
      LOG_LEVEL: 'info',
      DATABASE_URL: config.database.url,
      DATABASE_POOL_MAX: '4',
      DATA_DIR: config.dataDirectory,
      INGEST_FETCH_MEDIA: String(config.ingest.fetchMedia),
      INGEST_ALLOW_HOSTS: config.ingest.allowHosts
        .map(({ hostname, port }) => (port ? `${hostname}:${port}` : hostname))
        .join(','),
      JOB_LOCK_SECONDS: String(config.jobLockSeconds),
      ...(config.redisUrl ? { REDIS_URL: config.redisUrl } : {}),
      CURATOR_USERNAME: config.curator.username,
      CURATOR_PASSWORD: config.curator.password ?? '',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  const ended = once(child, 'exit');
  const up = new Promise<void>((resolve, reject) => {
    const onOutput = (chunk: Buffer) => {
      written += chunk.toString();
      if (written.includes('Ready for jobs.')) resolve();
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    void ended.then(() => reject(new Error(`The worker ended:\n${written}`)));
  });
  await up;
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  return {
    pid: child.pid ?? 0,
    log: () => written,
    kill: () => end('SIGKILL'),
    stop: async () => {
      await end('SIGTERM');
      return child.exitCode;
    },
  };
}
