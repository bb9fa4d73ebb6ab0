import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Drain, InterruptedError, Metrics } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { isAudioOrVideo, processAudioVideo } from './audio-video.ts';
import {
  crashLog,
  crashRejection,
  FileRejection,
  quarantineRejection,
  type Task,
  TASK_NAMES,
} from './decoding-task.ts';
import { INPUT_FILE, RESULT_FILE, type SandboxResult } from './exchange.ts';
import type { Run } from './ffmpeg.ts';
import { POSTER_TYPE } from './poster.ts';
import { MAX_CRASHES, Quarantine } from './quarantine.ts';
import { NO_PROPERTIES } from './rendering.ts';
import { readResult, runLimited, runSandboxed, SandboxCrash, type SandboxLimits } from './sandbox-process.ts';
import { parseResult } from './result-schema.ts';
import { orDiskFull, Scratch } from './scratch.ts';

const MAX_RESULT_BYTES = 256 * 1024;
/** Time that this process needs to notice a signal that was sent to its whole process group. */
const NOTICE_MS = 1000;

/**
 * Runs tasks, each in its own process, which is killed if it needs too much memory or time. A file that crashes its process twice is
 * quarantined. The queues limit the number of concurrent processes.
 */
@Injectable()
export class TaskRunner {
  readonly #log = new Logger('Sandbox');
  readonly #limits;
  readonly #runs;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly quarantine: Quarantine,
    private readonly scratch: Scratch,
    private readonly drain: Drain,
    metrics: Metrics,
  ) {
    this.#limits = config.sandbox;
    this.#runs = metrics.counter({
      name: 'sandbox_runs_total',
      help: 'Files decoded in the sandbox, by task and outcome: done, rejected, memory, time, crash or quarantined',
      labelNames: ['task', 'outcome'],
    });
  }

  /** Runs a task. If the process crashes, retries immediately, unless the file has now crashed too often. */
  async run<T>(task: Task, file: Readable, read: (result: SandboxResult, directory: string) => Promise<T>): Promise<T> {
    const directory = await this.scratch.create();
    try {
      const sha256 = await save(file, path.join(directory, INPUT_FILE));
      let crashed = await this.quarantine.crashesOf(sha256);
      while ((crashed?.crashes ?? 0) < MAX_CRASHES) {
        try {
          const value = await this.#runOnce(task, directory, read);
          if (crashed) await this.quarantine.forgetCrashes(sha256);
          return value;
        } catch (error) {
          if (!(error instanceof SandboxCrash)) throw error;
          await this.scratch.requireRoom(directory);
          this.#log.warn(crashLog(task, error));
          this.#runs.inc({ task: task.kind, outcome: error.reason });
          crashed = await this.quarantine.addCrash(sha256, task.kind, task.name, error.reason);
        }
      }
      this.#runs.inc({ task: task.kind, outcome: 'quarantined' });
      throw quarantineRejection(task.kind, crashed?.reason ?? 'crash');
    } finally {
      await this.scratch.remove(directory);
    }
  }

  /** Copies a file to its own directory, unless it is quarantined. */
  async inScratch<T>(file: Readable, kind: Task['kind'], work: (directory: string) => Promise<T>): Promise<T> {
    const directory = await this.scratch.create();
    try {
      const crashed = await this.quarantine.crashesOf(await save(file, path.join(directory, INPUT_FILE)));
      if (crashed && crashed.crashes >= MAX_CRASHES) throw quarantineRejection(kind, crashed.reason);
      return await work(directory);
    } finally {
      await this.scratch.remove(directory);
    }
  }

  /**
   * Runs a task once. A crash isn't counted for the quarantine.
   * @throws FileRejection, even if the process crashes
   */
  async runWithoutQuarantine<T>(
    task: Task,
    directory: string,
    read: (result: SandboxResult) => Promise<T>,
  ): Promise<T> {
    try {
      return await this.#runOnce(task, directory, async (result) => {
        if ('rejected' in result) throw this.rejection(task, result);
        return read(result);
      });
    } catch (error) {
      if (!(error instanceof SandboxCrash)) throw error;
      await this.scratch.requireRoom(directory);
      this.#log.warn(crashLog(task, error));
      this.#runs.inc({ task: task.kind, outcome: error.reason });
      throw crashRejection(task.kind, error.reason);
    }
  }

  /** Logs and counts a rejection that a process has reported. */
  rejection(
    { kind, name }: Task,
    { rejected, damaged, cause }: Pick<Extract<SandboxResult, { rejected: string }>, 'rejected' | 'damaged' | 'cause'>,
  ): FileRejection {
    this.#log.warn(`${TASK_NAMES[kind]} failed for ${name}: ${rejected} (${cause ?? 'no further cause'})`);
    this.#runs.inc({ task: kind, outcome: 'rejected' });
    return new FileRejection(rejected, { isFinal: true, failure: damaged ? 'damaged' : 'unsupported' });
  }

  async #runOnce<T>(
    { kind, options = [] }: Task,
    directory: string,
    read: (result: SandboxResult, directory: string) => Promise<T>,
  ): Promise<T> {
    const limits = { ...this.#limits, lowPriority: kind !== 'picture' && kind !== 'document' };
    const [type = ''] = options;
    const result = await (isAudioOrVideo(type)
      ? this.#audioVideoResult(kind, type, directory, limits)
      : this.#result([kind, ...options], directory, limits));
    const value = await read(result, directory);
    if (!('rejected' in result)) this.#runs.inc({ task: kind, outcome: 'done' });
    return value;
  }

  async #result(task: readonly string[], directory: string, limits: SandboxLimits): Promise<SandboxResult> {
    await this.#unlessStopping(runSandboxed(task, directory, limits));
    return parseResult(await readResult(path.join(directory, RESULT_FILE), MAX_RESULT_BYTES));
  }

  /** Processes a video or recording. Returns its conversion, or the previews of its poster with the size of the video. */
  async #audioVideoResult(
    kind: Task['kind'],
    contentType: string,
    directory: string,
    limits: SandboxLimits,
  ): Promise<SandboxResult> {
    let cause: string | null = null;
    const run: Run = async (command, overrides) => {
      try {
        await this.#unlessStopping(runLimited(command, directory, { ...limits, ...overrides }));
        return true;
      } catch (error) {
        if (!(error instanceof SandboxCrash) || error.exitCode === null) throw error;
        await this.scratch.requireRoom(directory);
        cause = error.message;
        return false;
      }
    };
    const { cpuSeconds } = limits;
    const purpose = kind === 'playback' ? 'playback' : 'poster';
    const input = { kind: purpose, contentType, directory, cpuSeconds, run, cause: () => cause } as const;
    const processed = await processAudioVideo(input);
    if ('rejected' in processed) return processed;
    const { measurement } = processed;
    if (purpose === 'playback') return { playback: measurement };
    const result = await this.#result([kind, measurement.size ? POSTER_TYPE : contentType], directory, limits);
    if (!('previews' in result)) return result;
    const properties = NO_PROPERTIES;
    return { ...result, suggested: null, size: measurement.size ?? result.size, properties, measurement };
  }

  /**
   * Terminals and systemd stop all processes of a group at once, so a terminated process isn't the fault of the file.
   * @throws InterruptedError
   */
  async #unlessStopping(run: Promise<void>): Promise<void> {
    try {
      await run;
    } catch (error) {
      const { signal } = this.drain;
      if (error instanceof SandboxCrash && error.isTerminated) {
        await pause(NOTICE_MS, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) throw new InterruptedError('The process was stopped while it decoded a file');
      }
      throw error;
    }
  }
}

/** Writes a stream to a file. Returns its SHA-256 hash. */
async function save(source: Readable, file: string): Promise<Buffer> {
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await orDiskFull(() => pipeline(source, hashing, createWriteStream(file)));
  return hash.digest();
}
