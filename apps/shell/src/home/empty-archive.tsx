import {
  cancelPackageMutation,
  importPackageMutation,
  invalidateArchive,
  messageOf,
  packageImportQuery,
  previewSampleMutation,
} from '@archive/api-client';
import type { ArchiveSetup, EarlierWork, PackageImportReport } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { useAllows } from '@archive/shell-api';
import {
  Button,
  buttonClass,
  ConfirmDialog,
  cx,
  formatCount,
  formatList,
  LinkButton,
  Notice,
  Panel,
  Progress,
  toast,
} from '@archive/ui';
import { type ReactNode, useEffect, useState } from 'react';

interface ChoiceProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

/** One way to begin the archive. */
function Choice({ title, description, children }: ChoiceProps) {
  return (
    <Panel className="flex flex-col items-start gap-3 p-6">
      <h3 className="font-serif text-21">{title}</h3>
      <p className="text-faded">{description}</p>
      <div className="mt-auto w-full pt-2">{children}</div>
    </Panel>
  );
}

function Failure({ error }: { error: Error | null }) {
  if (!error) return null;
  return (
    <Notice announce tone="error" className="mt-3">
      {messageOf(error)}
    </Notice>
  );
}

function Sample() {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useMutation(previewSampleMutation(useQueryClient()));
  const preview = () =>
    mutate(undefined, { onSuccess: ({ operation_id }) => void navigate(`/voyages/import/${operation_id}`) });
  return (
    <Choice
      title="Try the sample"
      description="The voyages of the Sequoia from 1931 to 1976, with passengers and sources. You can undo the import."
    >
      <Button onClick={preview} busy={isPending}>
        Preview sample
      </Button>
      <Failure error={error} />
    </Choice>
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

/** The progress of an import that a worker runs. Shows what came of one that was seen running. */
function usePackageImport(): PackageImportReport | undefined {
  const client = useQueryClient();
  const { data } = useQuery(packageImportQuery());
  const report = data?.package_import ?? undefined;
  const isRunning = report?.state === 'waiting' || report?.state === 'running';
  const [seen, setSeen] = useState<string>();
  if (isRunning && report.import_id !== seen) setSeen(report.import_id);
  const finished = report && report.import_id === seen ? report.imported : null;
  useEffect(() => {
    if (!finished) return;
    const { voyages, people, media } = finished;
    toast.success(
      `Imported ${formatList([formatCount(voyages, 'voyage'), formatCount(people, 'person', 'people'), `${media} media`])}`,
    );
    void invalidateArchive(client);
  }, [finished, client]);
  return isRunning || report?.import_id === seen ? report : undefined;
}

/** A worker’s import of a package, which can be canceled. */
function RunningImport({ report }: { report: PackageImportReport }) {
  const cancel = useMutation(cancelPackageMutation(useQueryClient()));
  return (
    <div className="flex flex-col items-start gap-2">
      <output className="text-15">{report.step}...</output>
      <Progress label="Package" value={report.progress} />
      <Button onClick={() => cancel.mutate()} busy={cancel.isPending}>
        Cancel import
      </Button>
      <Failure error={cancel.error} />
    </div>
  );
}

/** Imports the package of another archive. If deleted records left something, asks before replacing it. */
function PackageChoice({ earlierWork }: { earlierWork: EarlierWork | null }) {
  const { mutate, isPending, error } = useMutation(importPackageMutation(useQueryClient()));
  const report = usePackageImport();
  const [progress, setProgress] = useState(0);
  const [chosen, setChosen] = useState<File>();
  const [controller] = useState(() => new AbortController());
  useEffect(() => () => controller.abort(), [controller]);
  const start = (file: File) => {
    setChosen(undefined);
    setProgress(0);
    const { signal } = controller;
    mutate({ file, replaceEarlierWork: earlierWork !== null, onProgress: setProgress, signal });
  };
  return (
    <Choice
      title="Import a package"
      description="A ZIP file with everything from another archive: records, their history and files."
    >
      {isPending ? (
        <div className="flex flex-col gap-2">
          <output className="text-15">Uploading package...</output>
          <Progress label="Package" value={progress * 100} />
        </div>
      ) : report?.state === 'waiting' || report?.state === 'running' ? (
        <RunningImport report={report} />
      ) : (
        <label
          className={cx(
            buttonClass(),
            'cursor-pointer focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-brass',
          )}
        >
          Choose package
          <input
            type="file"
            accept=".zip,application/zip"
            className="sr-only"
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file && earlierWork) setChosen(file);
              else if (file) start(file);
              // So that the same file can be chosen again.
              target.value = '';
            }}
          />
        </label>
      )}
      <Failure error={error} />
      {report?.error && (
        <Notice announce tone="error" className="mt-3">
          {report.error}
        </Notice>
      )}
      {earlierWork && (
        <ConfirmDialog
          open={chosen !== undefined}
          onOpenChange={() => setChosen(undefined)}
          title="Delete what earlier records left?"
          description={`This archive has no records, but it still has the history of deleted ones: ${leftBehind(earlierWork)}. The package replaces all of this. It can’t be restored.`}
          confirmText="Delete and import"
          danger
          onConfirm={() => chosen && start(chosen)}
        />
      )}
    </Choice>
  );
}

/** Commands that restore a backup, by setup. */
const RESTORE = [
  { setup: 'Started with npm, into a new folder', command: 'npm start -- --data <folder> --backup <folder or bucket>' },
  { setup: 'Compose', command: 'docker compose run --rm restore' },
];

/** Greets the first curator of an archive without records, with the ways to begin it. */
export function EmptyArchive({ setup }: { setup: ArchiveSetup }) {
  const isAdministrator = useAllows('administrator');
  return (
    <section aria-labelledby="begin" className="flex flex-col gap-6">
      <div className="max-w-measure">
        <h2 id="begin" className="font-serif text-27">
          Begin the archive
        </h2>
        <p className="mt-2 text-faded">There are no records yet. Choose how to begin; you can add more at any time.</p>
      </div>
      <div className="grid gap-6 md:grid-cols-2">
        <Choice
          title="Import a document"
          description="A file of voyages in Word, Excel, Markdown, CSV, or JSON. You see a preview before anything changes."
        >
          <LinkButton href="/voyages/import" variant="primary">
            Import a document
          </LinkButton>
        </Choice>
        <Choice
          title="Log the first voyage"
          description="Enter the date, places, and people yourself. Drafts are saved while you type."
        >
          <LinkButton href="/voyages/new">Log a voyage</LinkButton>
        </Choice>
        {setup.has_sample && <Sample />}
        {isAdministrator && <PackageChoice earlierWork={setup.earlier_work} />}
      </div>
      <Panel className="p-6">
        <h3 className="font-serif text-21">Restore a backup</h3>
        <p className="mt-2 text-faded">
          An operator restores a backup on the server. Stop the archive, run the command, and start the archive again.
        </p>
        <dl className="mt-4 flex flex-col gap-3">
          {RESTORE.map(({ setup: name, command }) => (
            <div key={name}>
              <dt className="text-13 text-faded">{name}</dt>
              <dd>
                <code className="text-13 break-words">{command}</code>
              </dd>
            </div>
          ))}
        </dl>
      </Panel>
    </section>
  );
}
