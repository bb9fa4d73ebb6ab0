import { Controller, Header, HttpCode, Param, Post } from '@nestjs/common';
import { notFound } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { DerivativeTasks } from '../media/index.ts';
import { Quarantine } from '../sandbox/index.ts';

const SHA256 = /^[0-9a-f]{64}$/;

/** Releases quarantined files. The operations page uses it. */
@Controller()
export class QuarantineController {
  readonly #database: Database;
  readonly #quarantine: Quarantine;
  readonly #tasks: DerivativeTasks;

  constructor(database: Database, quarantine: Quarantine, tasks: DerivativeTasks) {
    this.#database = database;
    this.#quarantine = quarantine;
    this.#tasks = tasks;
  }

  /** Queues new previews immediately. Curators must restart imports themselves. */
  @Post('/ops/quarantine/:sha256/release')
  @HttpCode(303)
  @Header('location', '/ops')
  async release(@Param('sha256') hash: string): Promise<string> {
    if (!SHA256.test(hash)) throw notFound();
    const sha256 = Buffer.from(hash, 'hex');
    await this.#database.transaction(async (executor) => {
      if (!(await this.#quarantine.forgetCrashes(sha256, executor))) throw notFound('This file isn’t quarantined.');
      await this.#tasks.requestForFile(executor, sha256);
    });
    return '';
  }
}
