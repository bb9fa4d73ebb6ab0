import { BullRegistrar } from '@nestjs/bullmq';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Database } from '../database/index.ts';
import { FinishedJobs } from './finished-jobs.ts';
import { JobHandlers } from './job-handlers.ts';

/** Starts the work of a process: refuses when a job has no handler, and waits for the database before it takes any. */
@Injectable()
export class QueueWorkers implements OnApplicationBootstrap {
  readonly #log = new Logger('Queues');
  readonly #modules: ModuleRef;
  readonly #database: Database;
  readonly #handlers: JobHandlers;
  readonly #finished: FinishedJobs;

  constructor(modules: ModuleRef, database: Database, handlers: JobHandlers, finished: FinishedJobs) {
    this.#modules = modules;
    this.#database = database;
    this.#handlers = handlers;
    this.#finished = finished;
  }

  onApplicationBootstrap(): void {
    this.#handlers.complete();
    void this.#start();
  }

  async #start(): Promise<void> {
    await this.#database.reachable();
    this.#modules.get(BullRegistrar, { strict: false }).register();
    await this.#finished
      .schedule()
      .catch((error: Error) => this.#log.warn(`Finished jobs are not cleaned yet: ${error.message}`));
  }
}
