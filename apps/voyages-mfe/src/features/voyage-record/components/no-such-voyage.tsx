import { DeletedRecord } from '@archive/editing';
import { usePageTitle } from '@archive/shell-api';
import { LinkButton, PageHeader } from '@archive/ui';

/** The page of a URL without a voyage: it was deleted or never existed. */
export function NoSuchVoyage({ slug }: { slug: string }) {
  return (
    <DeletedRecord
      kind="voyage"
      of={{ slug }}
      noun="voyage"
      action={<LinkButton href="/voyages">All voyages</LinkButton>}
    >
      <VoyageNotFound />
    </DeletedRecord>
  );
}

function VoyageNotFound() {
  usePageTitle('Voyage not found');
  return (
    <div className="flex flex-col items-start gap-6 py-6">
      <PageHeader
        title="Voyage not found"
        lede="There’s no voyage at this address. Check the address, or look in the list."
      />
      <LinkButton href="/voyages" variant="primary">
        All voyages
      </LinkButton>
    </div>
  );
}
