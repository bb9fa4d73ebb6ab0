import type { IngestOperation } from '@archive/contracts';
import { Banner } from '@archive/ui';
import { useIngestWatch } from './use-ingest-watch.ts';

type Appearance = Pick<Parameters<typeof Banner>[0], 'tone' | 'title' | 'step'>;

function appearanceOf({ status, current_step, error_message }: IngestOperation): Appearance {
  if (status === 'completed') {
    return { tone: 'success', title: 'Congratulations!', step: 'Your changes are now reflected on the site!' };
  }
  if (status === 'failed') return { tone: 'failed', title: 'Ingest Failed', step: error_message };
  return { tone: 'running', title: 'Ingesting Voyage Data', step: current_step };
}

function countsOf(operation: IngestOperation) {
  const { voyages_processed, voyages_total, validation_errors, media_warnings } = operation;
  return [
    {
      label: 'Voyages',
      value: voyages_total > 0 ? `${voyages_processed} of ${voyages_total}` : String(voyages_processed),
    },
    ...(validation_errors > 0 ? [{ label: 'Errors', value: String(validation_errors) }] : []),
    ...(media_warnings > 0 ? [{ label: 'Media warnings', value: String(media_warnings) }] : []),
  ];
}

/** Ingest progress (SPEC section 4). Overlays the top of the page, so the content below doesn't shift. */
export function IngestBanner() {
  const { operation, close } = useIngestWatch();
  if (!operation) return null;
  return (
    <aside aria-label="Import status" className="sticky top-0 z-banner h-0">
      <Banner
        {...appearanceOf(operation)}
        className="absolute inset-x-0 top-0"
        counts={countsOf(operation)}
        progress={operation.status === 'completed' ? 100 : operation.progress}
        progressLabel="Import progress"
        onClose={close}
      />
    </aside>
  );
}
