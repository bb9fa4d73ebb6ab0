import type { ConflictChoice, PackageAction, PackageImportReport, PackageRecord } from '@archive/contracts';
import { formatAdded, formatCount, formatList, pluralize } from '@archive/contracts/format';
import { UserError } from '@archive/postgres';
import { basename } from 'node:path';
import { followPackage, sendPackage } from './archive-api.ts';
import type { ArchiveSession } from './archive-session.ts';
import type { Steps } from './steps.ts';
import { bulletList, isConfirmed } from './terminal.ts';

export const UNCLEAR_CHOICES = ['same', 'new'] as const;

export interface MergeOptions {
  conflicts: ConflictChoice;
  unclear?: (typeof UNCLEAR_CHOICES)[number];
  yes?: boolean;
}

const PAGE = 1000;
const WITHOUT_TERMINAL = 'Add --yes to import it without being asked.';

/** Brings a package into an archive that has records, as its page does. Returns the status of the program. */
export async function mergePackage(
  session: ArchiveSession,
  file: string,
  { conflicts, unclear, yes = false }: MergeOptions,
  { steps, signal }: { steps: Steps; signal: AbortSignal },
): Promise<number> {
  const archive = await session.client();
  const page = `${session.origin}/voyages/import/package`;
  const report = await steps.run('Package', async (show) => {
    show('sending it');
    const { credentials } = archive;
    const started = await sendPackage(session.origin, file, { preview: '1' }, credentials, signal);
    return followPackage(archive, started, show, signal);
  });
  const { preview } = report;
  if (report.state !== 'previewed' || !preview) throw notImported(report);
  const { import_id } = report;
  const cancel = () => session.request('exports.cancelPackageImport', { query: { import_id } });
  const { archive: origin, exported_on: day } = report.source;
  steps.print(`\n${[basename(file), origin && `from ${origin}`, day && `exported ${day}`].filter(Boolean).join(', ')}`);
  steps.print(
    `${formatCount(preview.add, 'new record')}, ${preview.equal} equal, ${preview.conflict} differing, ${preview.unclear} unclear`,
  );
  const differing = await recordsOf(session, import_id, 'conflict', PAGE);
  if (differing.length > 0)
    steps.print(
      `${conflicts === 'keep' ? 'The archive’s version is kept' : 'The package’s version is used'} of:\n${bulletList(differing.map(fieldsOf), preview.conflict)}`,
    );
  const doubtful = await recordsOf(session, import_id, 'unclear');
  if (doubtful.length > 0)
    steps.print(
      `Unclear${unclear === undefined ? '' : unclear === 'same' ? ', taken as the same' : ', added as new'}:\n${bulletList(doubtful.map(unclearOf))}`,
    );
  if (doubtful.length > 0 && unclear === undefined)
    throw new UserError(
      `\nNothing was imported. Decide about the unclear ${pluralize(doubtful.length, 'record')} on ${page}, or with --unclear same or --unclear new.`,
    );
  if (preview.add + preview.conflict + preview.unclear === 0) {
    await cancel();
    steps.print('There is nothing to import.');
    return 0;
  }
  if (!yes && !(await isConfirmed(`Import it into ${session.origin}?`, WITHOUT_TERMINAL, signal))) {
    await cancel();
    return 1;
  }
  const choices = doubtful.map(({ kind, slug }) => ({ kind, slug, same: unclear === 'same' }));
  const body = { import_id, choices, others: conflicts };
  const result = await steps.run('Import', async (show) =>
    followPackage(archive, await session.request('exports.applyPackage', { body }), show, signal),
  );
  if (result.preview?.outdated)
    throw new UserError(`The archive has changed in the meantime, so nothing was imported. Run the command again.`);
  if (!result.imported) throw notImported(result);
  const { changed } = result.imported;
  steps.print(`\nAdded ${formatAdded(result.imported)}. Changed ${formatCount(changed, 'record')}.`);
  return 0;
}

const notImported = ({ error }: PackageImportReport) =>
  new UserError(`The package was not imported. ${error ?? 'It was canceled, or another package was uploaded.'}`);

const fieldsOf = ({ title, changes }: PackageRecord) => `${title}: ${formatList(changes.map(({ label }) => label))}`;

/** Why a record is unclear, and what differs if it is the same. */
const unclearOf = ({ title, doubt, changes }: PackageRecord) =>
  `${title}: ${doubt}${changes.length === 0 ? '' : ` They differ in ${formatList(changes.map(({ label }) => label))}.`}`;

/** The previewed records that need attention, at most `limit`. */
async function recordsOf(
  session: ArchiveSession,
  import_id: string,
  action: PackageAction,
  limit = Infinity,
): Promise<PackageRecord[]> {
  const records: PackageRecord[] = [];
  for (let offset = 0; offset < limit; offset += PAGE) {
    const query = { import_id, action: [action], limit: PAGE, offset };
    const found = await session.request('exports.packageRecords', { query });
    records.push(...found);
    if (found.length < PAGE) break;
  }
  return records;
}
