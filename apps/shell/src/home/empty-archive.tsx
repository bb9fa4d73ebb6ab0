import { messageOf, previewSampleMutation } from '@archive/api-client';
import type { ArchiveSetup } from '@archive/contracts';
import { useMutation, useQueryClient } from '@archive/query';
import { useNavigate } from '@archive/router';
import { Button, LinkButton, Notice, Panel } from '@archive/ui';
import type { ReactNode } from 'react';

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
      {error && (
        <Notice announce tone="error" className="mt-3">
          {messageOf(error)}
        </Notice>
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
        <Choice
          title="Import a package"
          description="A ZIP file with everything from another archive: records, their history and files."
        >
          <LinkButton href="/voyages/import/package">Import a package</LinkButton>
        </Choice>
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
