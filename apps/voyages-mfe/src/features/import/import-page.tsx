import { usePageTitle } from '@archive/shell-api';
import { Breadcrumbs, Notice, PageHeader } from '@archive/ui';
import { DropDocument } from './components/drop-document.tsx';
import { OperationList } from './components/operation-list.tsx';
import { useStartImport } from './use-start-import.ts';

const SEVERAL = 'Documents are taken one at a time: drop them one after the other.';

/** Where a document of voyages comes into the archive, and what came in before. */
export function ImportPage() {
  usePageTitle('Import');
  const { start, refuse, busy, failure } = useStartImport();
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <Breadcrumbs items={[{ label: 'Voyages', href: '/voyages' }, { label: 'Import' }]} />
        <PageHeader
          title="Import a document"
          lede="A document of voyages is tried out first: you see what would be new, changed and in conflict, and what cannot be read. Nothing changes until you apply it."
        />
      </div>
      <section aria-label="Document" className="flex max-w-measure flex-col gap-3">
        <DropDocument busy={busy} onDocument={(file) => void start(file)} onSeveral={() => refuse(SEVERAL)} />
        {failure && (
          <Notice tone="error" title="The document was not taken." announce>
            {failure}
          </Notice>
        )}
      </section>
      <section aria-labelledby="earlier-imports" className="flex flex-col gap-3">
        <h2 id="earlier-imports" className="font-serif text-21">
          Earlier imports
        </h2>
        <OperationList />
      </section>
    </div>
  );
}
