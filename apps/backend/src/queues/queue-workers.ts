import { setTimeout as pause } from 'node:timers/promises';
import { BullRegistrar } from '@nestjs/bullmq';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Database } from '../database/index.ts';
import { JobHandlers } from './job-handlers.ts';
import { JobQueues } from './job-queues.ts';

const RETRY_MS = 5000;

/** Starts the work of a process: refuses when a job has no handler, and waits for the database before it takes any. */
@Injectable()
export class QueueWorkers implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #log = new Logger('Queues');
  readonly #modules: ModuleRef;
  readonly #database: Database;
  readonly #handlers: JobHandlers;
  readonly #queues: JobQueues;
  readonly #stopping = new AbortController();

  constructor(modules: ModuleRef, database: Database, handlers: JobHandlers, queues: JobQueues) {
    this.#modules = modules;
    this.#database = database;
    this.#handlers = handlers;
    this.#queues = queues;
  }

  onApplicationBootstrap(): void {
    this.#handlers.complete();
    void this.#start();
  }

  beforeApplicationShutdown(): void {
    this.#stopping.abort();
  }

  async #start(): Promise<void> {
    await this.#database.reachable();
    this.#modules.get(BullRegistrar, { strict: false }).register();
    await this.#repeat();
  }

  async #repeat(): Promise<void> {
    for (const { signal } = this.#stopping; !signal.aborted;) {
      try {
        return await this.#queues.repeat();
      } catch (error) {
        if (signal.aborted) return;
        this.#log.warn(`Repeated jobs have to wait: ${(error as Error).message}`);
        await pause(RETRY_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }
}
