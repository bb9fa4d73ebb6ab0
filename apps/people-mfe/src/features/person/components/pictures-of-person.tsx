import { personPicturesQuery } from '@archive/api-client';
import { keepPreviousData, useQuery } from '@archive/query';
import { useState } from 'react';
import { MediaGrid } from './media-grid.tsx';

const INITIAL_COUNT = 12;

/** Media in which the person is marked. Renders nothing if there are none. */
export function PicturesOfPerson({ slug }: { slug: string }) {
  const [limit, setLimit] = useState(INITIAL_COUNT);
  const { data, isPlaceholderData } = useQuery({
    ...personPicturesQuery(slug, limit),
    placeholderData: keepPreviousData,
  });
  if (!data || data.items.length === 0) return null;
  return (
    <MediaGrid
      id="person-pictures"
      title="In these images"
      items={data.items}
      hiddenCount={data.total - data.items.length}
      busy={isPlaceholderData}
      onMore={(count) => setLimit(limit + count)}
    />
  );
}
