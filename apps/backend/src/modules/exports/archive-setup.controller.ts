import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { archiveSetupOperations } from '@archive/contracts';
import { Controller } from '@nestjs/common';
import { Contract, notFound } from '../../common/index.ts';
import { Database } from '../../database/index.ts';
import { ROOT } from '../../paths.ts';
import { earlierWork, isArchiveEmpty } from '../records/index.ts';

const SAMPLE = path.join(ROOT, 'archive/sequoia-voyages.md');

/** How an archive without records can begin. */
@Controller()
export class ArchiveSetupController {
  constructor(private readonly database: Database) {}

  @Contract(archiveSetupOperations.get)
  get() {
    return this.database.transaction(async (executor) => ({
      is_empty: await isArchiveEmpty(executor),
      has_sample: existsSync(SAMPLE),
      earlier_work: await earlierWork(executor),
    }));
  }

  @Contract(archiveSetupOperations.sample)
  async sample() {
    if (!existsSync(SAMPLE)) throw notFound('This server doesn’t have the sample document.');
    return { document: await readFile(SAMPLE, 'utf8'), filename: path.basename(SAMPLE) };
  }
}
