import { albumQuery, messageOf, type WithEtag } from '@archive/api-client';
import type { AlbumWithMedia } from '@archive/contracts';
import { useQuery } from '@archive/query';
import { Button, SkeletonLine } from '@archive/ui';
import type { ReactNode } from 'react';

interface Props {
  slug: string;
  children: (album: WithEtag<AlbumWithMedia>) => ReactNode;
}

/** An expanded album; its media load when it is first opened. */
export function AlbumContent({ slug, children }: Props) {
  const { data, error, isFetching, refetch } = useQuery(albumQuery(slug));
  if (data) return children(data);
  if (!error) return <SkeletonLine className="w-1/2" />;
  return (
    <p className="flex flex-wrap items-center gap-3 text-signal" role="alert">
      {messageOf(error)}
      <Button size="small" busy={isFetching} onClick={() => void refetch()}>
        Retry
      </Button>
    </p>
  );
}
