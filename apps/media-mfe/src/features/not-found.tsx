import { DeletedRecord } from '@archive/editing';
import { EmptyState, LinkButton } from '@archive/ui';
import { explorerHref, ALL_MEDIA } from './urls.ts';
import { usePageTitle } from '@archive/shell-api';

/** The page of a URL without a file: it was deleted or never existed. */
export function NoSuchFile({ path, name }: { path: string; name: string }) {
  const back = <LinkButton href={explorerHref(path)}>Back to the folder</LinkButton>;
  return (
    <DeletedRecord kind="media" of={{ file: path === '' ? name : `${path}/${name}` }} noun="file" action={back}>
      <EmptyState level={1} title="File not found" action={back}>
        This folder has no file with this name.
      </EmptyState>
    </DeletedRecord>
  );
}

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
