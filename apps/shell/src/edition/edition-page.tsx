import {
  activeEdition,
  cancelEditionMutation,
  chooseEditionMutation,
  editionPreviewQuery,
  editionQuery,
  messageOf,
  publishEditionMutation,
} from '@archive/api-client';
import type { Edition, EditionStatus } from '@archive/contracts';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { QueryState, usePageTitle } from '@archive/shell-api';
import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  formatCount,
  formatDateTime,
  formatFileSize,
  Notice,
  PageHeader,
  Progress,
  linkClass,
  toast,
} from '@archive/ui';
import { useState } from 'react';
import { PreviewOfEdition } from './edition-preview.tsx';

/** /publishing: the website of files that everyone may read. Curators see what it has before they publish it. */
export function EditionPage() {
  usePageTitle('Edition');
  const query = useQuery(editionQuery());
  return (
    <div className="flex flex-col gap-8">
      <PageHeader
        title="Edition"
        lede="The archive stays closed. An edition is a website of what you make public: pages, pictures, and data that everyone can read without signing in."
      />
      {query.data ? (
        <Publishing status={query.data} />
      ) : (
        <QueryState query={query} failed="Can’t load the editions" loading="Loading editions..." />
      )}
    </div>
  );
}

function Publishing({ status }: { status: EditionStatus }) {
  const client = useQueryClient();
  const publish = useMutation(publishEditionMutation(client));
  const active = activeEdition(status);
  const preview = useQuery(editionPreviewQuery(status.current));
  const [latest] = status.editions;
  return (
    <>
      <section aria-label="Readers" className="flex flex-col items-start gap-4">
        {status.current === null ? (
          <Notice title="Nothing is published">Only people with an account can see the archive.</Notice>
        ) : (
          <Notice
            tone="success"
            title={`Readers see edition ${status.current}`}
            action={
              <a href="/edition/" target="_blank" rel="noopener" className={linkClass()}>
                Open the edition
              </a>
            }
          >
            Everyone can read it, without signing in.
          </Notice>
        )}
        {latest?.state === 'failed' && (
          <Notice tone="error" title={`Edition ${latest.number} was not published`}>
            {latest.error} Readers still see what they saw before.
          </Notice>
        )}
        {publish.error && (
          <Notice announce tone="error" title="Publishing not started">
            {messageOf(publish.error)}
          </Notice>
        )}
        {active ? (
          <Working edition={active} />
        ) : (
          <Button variant="primary" busy={publish.isPending} onClick={() => publish.mutate()}>
            Publish edition
          </Button>
        )}
      </section>
      {preview.data ? (
        <PreviewOfEdition preview={preview.data} rights={status.rights} isFirst={status.current === null} />
      ) : (
        <QueryState
          query={preview}
          failed="Can’t compare the archive with the edition"
          loading="Comparing records..."
        />
      )}
      <EditionList status={status} />
    </>
  );
}

function Working({ edition: { number, step, progress } }: { edition: Edition }) {
  const cancel = useMutation(cancelEditionMutation(useQueryClient()));
  return (
    <div className="flex w-full max-w-measure flex-col items-start gap-2">
      <output>
        Publishing edition {number}: {step}...
      </output>
      <Progress label={`Edition ${number}`} value={progress} className="w-full" />
      <Button
        busy={cancel.isPending}
        onClick={() =>
          cancel.mutate(undefined, { onError: (error) => toast.error(`Couldn’t cancel. ${messageOf(error)}`) })
        }
      >
        Cancel
      </Button>
    </div>
  );
}

const STATES = {
  waiting: 'Waiting',
  running: 'Publishing',
  completed: 'Published',
  failed: 'Failed',
  cancelled: 'Canceled',
};

function EditionList({ status }: { status: EditionStatus }) {
  const choose = useMutation(chooseEditionMutation(useQueryClient()));
  const [isEnding, setEnding] = useState(false);
  const show = (number: number | null, done: string, undo = true) => {
    const before = status.current;
    choose.mutate(number, {
      onSuccess: () =>
        toast.success(
          done,
          undo ? { action: { label: 'Undo', onClick: () => show(before, 'Undone', false) } } : undefined,
        ),
      onError: (error) => toast.error(`Couldn’t change the edition. ${messageOf(error)}`),
    });
  };
  return (
    <section className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="font-serif text-21">Editions</h2>
        {status.current !== null && (
          <Button size="small" onClick={() => setEnding(true)}>
            End publication
          </Button>
        )}
      </div>
      {status.editions.length === 0 ? (
        <EmptyState title="No editions yet">Check what readers will get, and publish the first one.</EmptyState>
      ) : (
        <ul aria-label="Editions" className="divide-y divide-rule border-y border-rule">
          {status.editions.map((edition) => (
            <li key={edition.number} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
              <span className="font-serif text-17 font-semibold">Edition {edition.number}</span>
              <Badge tone={edition.number === status.current ? 'sea' : edition.state === 'failed' ? 'signal' : 'plain'}>
                {edition.number === status.current ? 'Current' : STATES[edition.state]}
              </Badge>
              <span className="min-w-60 flex-1 text-13 text-faded">
                <time dateTime={edition.created_at}>{formatDateTime(edition.created_at)}</time> · {edition.started_by}
                {edition.counts &&
                  ` · ${formatCount(edition.counts.files, 'file')}, ${formatCount(edition.counts.written, 'new file', 'new files')} · ${formatFileSize(edition.counts.bytes)}`}
              </span>
              {edition.state === 'completed' && edition.number !== status.current && (
                <Button
                  size="small"
                  busy={choose.isPending}
                  aria-label={`Make current: edition ${edition.number}`}
                  onClick={() => show(edition.number, `Readers see edition ${edition.number}`)}
                >
                  Make current
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={isEnding}
        onOpenChange={setEnding}
        title="End publication?"
        description="All public addresses stop working until you make an edition current again. The editions are kept."
        confirmText="End publication"
        danger
        busy={choose.isPending}
        onConfirm={() => {
          setEnding(false);
          show(null, 'Nothing is published anymore');
        }}
      />
    </section>
  );
}
