import { DeletedRecord } from '@archive/editing';
import { usePageTitle } from '@archive/shell-api';
import { EmptyState, LinkButton } from '@archive/ui';
import { ALL_MEDIA } from '../urls.ts';

/** The page of a URL without a media item: it was deleted or never existed. */
export function NoSuchMedia({ slug }: { slug: string }) {
  const action = <LinkButton href={ALL_MEDIA}>All media</LinkButton>;
  return (
    <DeletedRecord kind="media" of={{ slug }} noun="file" action={action}>
      <NotFound>{action}</NotFound>
    </DeletedRecord>
  );
}

function NotFound({ children }: { children: React.ReactNode }) {
  usePageTitle('File not found');
  return (
    <EmptyState level={1} title="File not found" action={children}>
      There’s no media item at this address.
    </EmptyState>
  );
}
