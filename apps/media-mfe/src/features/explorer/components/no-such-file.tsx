import { DeletedRecord } from '@archive/editing';
import { EmptyState, LinkButton } from '@archive/ui';
import { explorerHref } from '../../urls.ts';

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
