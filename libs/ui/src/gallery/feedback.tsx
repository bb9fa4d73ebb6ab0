import {
  Banner,
  Button,
  EmptyState,
  FailedState,
  Loading,
  NoMatchesState,
  Notice,
  Progress,
  SkeletonBlock,
  SkeletonLine,
  SkeletonList,
  SkeletonText,
  TextLink,
  toast,
} from '../index.ts';
import { Section, Example } from './frame.tsx';

const COUNTS = [
  { label: 'Voyages', value: 20 },
  { label: 'Problems', value: 1 },
];

/** Feedback components. */
export function Feedback() {
  return (
    <Section title="Feedback">
      <Example name="Banner: running, success, failed">
        <div className="ui:space-y-4">
          <Banner
            tone="running"
            title="Ingesting Voyage Data"
            step="Saving voyages (20 of 33)"
            counts={COUNTS}
            progress={61}
            progressLabel="Ingest"
            onClose={() => toast('Closed')}
          />
          <Banner
            tone="running"
            title="Ingesting Voyage Data"
            step="Reading document"
            progressLabel="Ingest, not measured"
            onClose={() => toast('Closed')}
          />
          <Banner
            tone="success"
            title="Congratulations!"
            step="Your changes are now reflected on the site!"
            progress={100}
            progressLabel="Ingest, completed"
            onClose={() => toast('Closed')}
          />
          <Banner
            tone="failed"
            title="Ingest Failed"
            step="The document has no voyages: no heading starts with a date."
            progress={8}
            progressLabel="Ingest, failed"
            onClose={() => toast('Closed')}
          />
        </div>
      </Example>
      <Example name="Progress">
        <div className="ui:space-y-3">
          <Progress label="Upload" value={38} />
          <Progress label="Upload, completed" value={100} tone="success" />
          <Progress label="Upload, failed" value={70} tone="failed" />
        </div>
      </Example>
      <Example name="Notice: info, success, warning, error">
        <div className="ui:grid ui:gap-4 ui:sm:grid-cols-2">
          <Notice title="Help with the log" action={<Button size="small">Open the document</Button>}>
            Many voyages are still only in a shared document.{' '}
            <TextLink href="https://example.org/">See what is missing.</TextLink>
          </Notice>
          <Notice tone="success">33 voyages are in the archive.</Notice>
          <Notice tone="warning" title="Can’t download a photograph">
            Its link stays as a source.
          </Notice>
          <Notice tone="error">Invalid credentials. Please try again.</Notice>
        </div>
      </Example>
      <Example name="Skeleton: list, text, line, block">
        <SkeletonList rows={2} label="Loading voyages..." />
        <SkeletonText label="Loading a note..." />
        <Loading label="Loading an image..." className="ui:mt-4 ui:w-64 ui:space-y-2">
          <SkeletonBlock />
          <SkeletonLine className="ui:w-40" />
        </Loading>
      </Example>
      <Example name="EmptyState">
        <EmptyState title="No albums yet." action={<Button>Create an album</Button>}>
          An album gathers photographs of one voyage.
        </EmptyState>
      </Example>
      <Example name="FailedState">
        <FailedState title="Can’t load the voyages" action={<Button>Retry</Button>}>
          The server did not respond within 15 seconds.
        </FailedState>
      </Example>
      <Example name="NoMatchesState">
        <NoMatchesState title="No voyages found." action={<Button>Clear search and filters</Button>}>
          No voyage matches “Trudau”.
        </NoMatchesState>
      </Example>
      <Example name="toast" row>
        <Button onClick={() => toast('Address copied')}>Plain</Button>
        <Button onClick={() => toast.success('Saved', { action: { label: 'Undo', onClick: () => toast('Undone') } })}>
          With action
        </Button>
        <Button onClick={() => toast.error('The photograph could not be uploaded.')}>Error</Button>
      </Example>
    </Section>
  );
}
