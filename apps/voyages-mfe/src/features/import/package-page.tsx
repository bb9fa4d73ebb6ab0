import {
  applyPackageMutation,
  archiveSetupQuery,
  cancelPackageMutation,
  importPackageMutation,
  invalidateArchive,
  isPackageActive,
  messageOf,
  packageImportQuery,
} from '@archive/api-client';
import type { ArchiveSetup, EarlierWork, PackageImportReport } from '@archive/contracts';
import { HelpButton } from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { useAllows, usePageTitle } from '@archive/shell-api';
import {
  Breadcrumbs,
  Button,
  ConfirmDialog,
  formatAdded,
  formatCount,
  formatDateTime,
  formatDay,
  formatList,
  Notice,
  PageHeader,
  Progress,
  SkeletonList,
  TextLink,
  toast,
} from '@archive/ui';
import { type ReactNode, useEffect, useState } from 'react';
import { DropDocument } from './components/drop-document.tsx';
import { LoadFailed } from './components/load-failed.tsx';
import { stepText } from './labels.ts';
import { PackagePreview } from './components/package-preview.tsx';

/** Imports a package: into an archive without records at once, into another one after a preview. */
export function PackagePage() {
  usePageTitle('Import a package');
  const setup = useQuery(archiveSetupQuery());
  const status = useQuery(packageImportQuery());
  const failed = [setup, status].find(({ data, error }) => !data && error);
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <Breadcrumbs
          items={[
            { label: 'Voyages', href: '/voyages' },
            { label: 'Import', href: '/voyages/import' },
            { label: 'Package' },
          ]}
        />
        <PageHeader
          title="Import a package"
          actions={<HelpButton topic="import-a-document" />}
          lede="Bring in the records of another archive from its package, a ZIP file. If this archive has records, you see how the package differs before anything changes."
        />
      </div>
      {failed?.error && <LoadFailed title="Can’t load the import" query={{ ...failed, error: failed.error }} />}
      {!failed && (!setup.data || !status.data) && <SkeletonList label="Loading..." rows={3} />}
      {setup.data && status.data && <PackageImport setup={setup.data} report={status.data.package_import} />}
    </div>
  );
}

function PackageImport({ setup, report }: { setup: ArchiveSetup; report: PackageImportReport | null }) {
  const client = useQueryClient();
  const apply = useMutation(applyPackageMutation(client));
  const upload = useMutation(importPackageMutation(client));
  const cancel = useMutation(cancelPackageMutation(client));
  const [progress, setProgress] = useState(0);
  const [controller] = useState(() => new AbortController());
  useEffect(() => () => controller.abort(), [controller]);
  useFreshRecords(report);
  const start = (file: File, how: 'import' | 'replace' | 'preview') => {
    setProgress(0);
    upload.mutate({ file, how, onProgress: setProgress, signal: controller.signal });
  };
  const error = upload.error ?? apply.error ?? cancel.error;
  return (
    <section aria-label="Package" className="flex flex-col items-start gap-4">
      {upload.isPending ? (
        <Working step="Uploading package" percent={progress * 100} />
      ) : report && isPackageActive(report) ? (
        <Working step={report.step} percent={report.progress}>
          <Button onClick={() => cancel.mutate(report.import_id)} busy={cancel.isPending}>
            Cancel import
          </Button>
        </Working>
      ) : (
        <>
          {report && <Source report={report} />}
          <Outcome report={report} />
          {report?.state === 'previewed' && report.preview ? (
            <PackagePreview
              key={report.import_id}
              id={report.import_id}
              preview={report.preview}
              busy={apply.isPending || cancel.isPending}
              onApply={(decisions) => apply.mutate({ import_id: report.import_id, ...decisions })}
              onCancel={() => cancel.mutate(report.import_id)}
            />
          ) : (
            <ChoosePackage
              setup={setup}
              onChoose={start}
              onMultiple={() => toast.error('Import one package at a time.')}
            />
          )}
        </>
      )}
      {error && (
        <Notice announce tone="error" title="Package not imported">
          {messageOf(error)}
        </Notice>
      )}
    </section>
  );
}

/** Which package the newest import is of. */
function Source({ report: { source, started_by: by, created_at: at } }: { report: PackageImportReport }) {
  const { filename, archive, exported_on: day } = source;
  const origin = [archive && `from ${archive}`, day && `exported ${formatDay(`${day}T00:00`)}`]
    .filter(Boolean)
    .join(', ');
  return (
    <p className="text-13 break-words text-faded">
      <strong className="font-medium text-ink">{filename ?? 'Package'}</strong>
      {origin && `, ${origin}`}. Uploaded {formatDateTime(at)} by {by}.
    </p>
  );
}

function Working({ step, percent, children }: { step: string; percent: number; children?: ReactNode }) {
  return (
    <div className="flex w-full max-w-measure flex-col items-start gap-2">
      <output>{step === 'Waiting' ? stepText(step) : `${step}...`}</output>
      <Progress label="Package" value={percent} className="w-full" />
      {children}
    </div>
  );
}

/** Refetches everything when a package has been imported while the page was open. */
function useFreshRecords(report: PackageImportReport | null): void {
  const client = useQueryClient();
  const isActive = isPackageActive(report);
  const [wasActive, setWasActive] = useState(isActive);
  if (isActive && !wasActive) setWasActive(true);
  const isDone = wasActive && report?.state === 'completed';
  useEffect(() => {
    if (isDone) void invalidateArchive(client);
  }, [isDone, client]);
}

/** How the newest import ended. */
function Outcome({ report }: { report: PackageImportReport | null }) {
  if (report?.error)
    return (
      <Notice announce tone="error" title="Package not imported">
        {report.error}
      </Notice>
    );
  if (!report?.imported) return null;
  const { changed } = report.imported;
  return (
    <Notice announce tone="success" title="Package imported">
      Added {formatAdded(report.imported)}. {changed > 0 && `Changed ${formatCount(changed, 'record')}. `}
      <TextLink href="/changes">Changes</TextLink> lists them.
    </Notice>
  );
}

const leftBehind = ({ changes, imports, trashed_media: trashed }: EarlierWork) =>
  formatList(
    [
      changes > 0 && formatCount(changes, 'change'),
      imports > 0 && formatCount(imports, 'import'),
      trashed > 0 && `${formatCount(trashed, 'file')} in the trash`,
    ].filter((text) => text !== false),
  );

interface ChoosePackageProps {
  setup: ArchiveSetup;
  onChoose: (file: File, how: 'import' | 'replace' | 'preview') => void;
  onMultiple: () => void;
}

/** If deleted records left something in an archive without records, asks before replacing it. */
function ChoosePackage({
  setup: { is_empty: isEmpty, earlier_work: earlierWork },
  onChoose,
  onMultiple,
}: ChoosePackageProps) {
  const [chosen, setChosen] = useState<File>();
  const mayReplace = useAllows('administrator');
  if (isEmpty && earlierWork && !mayReplace)
    return (
      <Notice title="This archive has the history of deleted records">
        Importing a package would delete it permanently. Ask an administrator to import the package.
      </Notice>
    );
  const choose = (file: File) => {
    if (isEmpty && earlierWork) setChosen(file);
    else onChoose(file, isEmpty ? 'import' : 'preview');
  };
  return (
    <>
      <div className="w-full max-w-measure">
        <DropDocument kind="package" onDocument={choose} onMultiple={onMultiple} />
      </div>
      {earlierWork && (
        <ConfirmDialog
          open={chosen !== undefined}
          onOpenChange={() => setChosen(undefined)}
          title="Delete what earlier records left?"
          description={`This archive has no records, but it still has the history of deleted ones: ${leftBehind(earlierWork)}. The package replaces all of this. It can’t be restored.`}
          confirmText="Delete and import"
          danger
          onConfirm={() => chosen && onChoose(chosen, 'replace')}
        />
      )}
    </>
  );
}
