import { DeletedRecord } from '@archive/editing';
import { usePageTitle } from '@archive/shell-api';
import { EmptyState, LinkButton } from '@archive/ui';

const BACK = <LinkButton href="/people">Back to Passengers</LinkButton>;

/** The page of a URL without a person: it was deleted or never existed. */
export function NoSuchPerson({ slug }: { slug: string }) {
  return (
    <DeletedRecord kind="person" of={{ slug }} noun="person" action={BACK}>
      <PersonNotFound />
    </DeletedRecord>
  );
}

function PersonNotFound() {
  usePageTitle('Person not found');
  return (
    <EmptyState level={1} title="Person not found" action={BACK}>
      There’s no person at this address.
    </EmptyState>
  );
}
