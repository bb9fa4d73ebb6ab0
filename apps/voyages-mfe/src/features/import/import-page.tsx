import { HelpButton } from '@archive/editing';
import { usePageTitle } from '@archive/shell-api';
import { Breadcrumbs, buttonClass, Checkbox, LinkButton, Notice, PageHeader } from '@archive/ui';
import { Download } from '@archive/ui/icons';
import { useState } from 'react';
import { DropDocument } from './components/drop-document.tsx';
import { OperationList } from './components/operation-list.tsx';
import { useStartImport } from './use-start-import.ts';

const ONE_AT_A_TIME = 'Import one document at a time.';

/** Import screen: choose a document, list imports and previews. */
export function ImportPage() {
  usePageTitle('Import');
  const { start, reject, busy, failure } = useStartImport();
  const [clearEmpty, setClearEmpty] = useState(false);
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <Breadcrumbs items={[{ label: 'Voyages', href: '/voyages' }, { label: 'Import' }]} />
        <PageHeader
          title="Import a document"
          actions={<HelpButton topic="import-a-document" />}
          lede="Preview a document before you import it: see what is new, changed, in conflict, or unreadable. Nothing changes until you confirm the import."
        />
      </div>
      <section aria-label="Document" className="flex max-w-measure flex-col gap-3">
        <DropDocument
          busy={busy}
          onDocument={(file) => void start(file, { clearEmpty })}
          onMultiple={() => reject(ONE_AT_A_TIME)}
        />
        <Checkbox
          label="Clear fields that are empty in the document"
          help="Otherwise, they keep the archive’s values. Fields and columns that the document doesn’t have never change. A list, such as passengers, always replaces the archive’s list."
          checked={clearEmpty}
          onChange={({ target }) => setClearEmpty(target.checked)}
        />
        {failure && (
          <Notice tone="error" title="Document not imported" announce>
            {failure}
          </Notice>
        )}
      </section>
      <section aria-labelledby="packages" className="flex max-w-measure flex-col items-start gap-3">
        <h2 id="packages" className="font-serif text-21">
          Packages
        </h2>
        <p className="text-faded">
          A ZIP file with all records of an archive and their history, to move them or to bring two archives together.
          You see how a package differs before anything changes.
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <LinkButton href="/voyages/import/package">Import a package</LinkButton>
          <a href="/api/export/package" download className={buttonClass()}>
            <Download aria-hidden className="size-4" />
            Download all records
          </a>
          <a href="/api/export/package?files=1" download className={buttonClass()}>
            <Download aria-hidden className="size-4" />
            Download all records and files
          </a>
        </div>
      </section>
      <section aria-labelledby="imports" className="flex flex-col gap-3">
        <h2 id="imports" className="font-serif text-21">
          Imports and previews
        </h2>
        <OperationList />
      </section>
    </div>
  );
}
