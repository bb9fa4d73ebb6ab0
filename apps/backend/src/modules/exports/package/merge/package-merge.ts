import type { PackageRecord } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../../../common/index.ts';
import { Database, type StatementExecutor } from '../../../../database/index.ts';
import { ChangeSet, lockRecords } from '../../../records/index.ts';
import { FileLeases } from '../../../storage/index.ts';
import { PackageFiles } from '../package-files.ts';
import { type ClaimedImport, PackageImports, type Progress } from '../package-imports.ts';
import type { References } from '../package-references.ts';
import { recordsOf, type RecordFiles, rejectedRecords } from '../read-records.ts';
import { compareRecords } from './comparison.ts';
import { Identities } from './identities.ts';
import { MergedRecords } from './save-merged.ts';

/** Brings packages into an archive with records, after a curator has seen how they differ. */
@Injectable()
export class PackageMerge {
  constructor(
    private readonly database: Database,
    private readonly leases: FileLeases,
    private readonly files: PackageFiles,
    private readonly imports: PackageImports,
  ) {}

  /**
   * Compares the package with the records of the archive, or imports it if a curator has decided about the differences.
   * @throws Problem 422 if it has new media without their files
   */
  async run(
    claimed: ClaimedImport,
    directory: string,
    records: RecordFiles,
    references: References,
    progress: Progress,
    signal: AbortSignal,
  ): Promise<void> {
    const { choices, others } = claimed.choices ?? { choices: [], others: 'keep' };
    progress.show('Comparing the records', 50);
    const identities = await Identities.of(this.database, records, choices, signal);
    const wanted = await this.#newFiles(directory, records, identities, signal);
    if (claimed.choices === null) {
      const items = await this.#compare(this.database, records, identities, signal);
      return this.imports.preview(claimed, items, false);
    }
    progress.show('Storing the files', 60);
    const files = await this.files.storeAll(directory, references.files, signal, wanted);
    progress.show('Saving the records', 80);
    const outdated = await this.files.saveWith(files, async (executor) => {
      await lockRecords(executor);
      const items = await this.#compare(executor, records, await Identities.of(executor, records, [], signal), signal);
      if (!(await this.imports.isPreviewed(executor, claimed, items))) {
        await this.leases.scheduleDeletion(executor, files.leased);
        return items;
      }
      const changes = new ChangeSet(executor, { changedBy: claimed.started_by });
      const decided = await Identities.of(executor, records, choices, signal);
      const merging = new MergedRecords(changes, decided, { others, files: files.keys });
      try {
        for await (const batch of compareRecords(executor, records, decided, signal)) await merging.save(batch);
        await merging.requirePortraits();
        await changes.save();
      } catch (error) {
        throw rejectedRecords(error, 'The package') ?? error;
      }
      await this.leases.confirm(executor, files.leased);
      const { presidents: _alsoPeople, ...counts } = merging.merged;
      const imported = { ...counts, files: files.leased.length };
      if (!(await this.imports.complete(executor, claimed, imported))) throw new Problem(409, 'The import has ended.');
      return undefined;
    });
    if (outdated) await this.imports.preview(claimed, outdated, true);
  }

  async #compare(
    executor: StatementExecutor,
    records: RecordFiles,
    identities: Identities,
    signal: AbortSignal,
  ): Promise<PackageRecord[]> {
    const items: PackageRecord[] = [];
    for await (const batch of compareRecords(executor, records, identities, signal))
      items.push(...batch.map(({ item }) => item));
    return items;
  }

  /** The paths of the files of media that the archive doesn’t have. @throws Problem 422 for one that the package doesn’t have either */
  async #newFiles(
    directory: string,
    records: RecordFiles,
    identities: Identities,
    signal: AbortSignal,
  ): Promise<ReadonlySet<string>> {
    const keys = await this.files.keys(directory);
    const wanted = new Set<string>();
    for await (const { place, record } of recordsOf(records, 'media', signal)) {
      const file = record.file.path;
      if (file === null || identities.find('media', record.media_slug)?.exists === true) continue;
      if (!keys.has(file))
        throw new Problem(
          422,
          `${place}: The package doesn’t have the file of “${record.title}”. Export it with files.`,
        );
      wanted.add(file);
    }
    return wanted;
  }
}
