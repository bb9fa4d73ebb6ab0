import { personMediaQuery } from '@archive/api-client';
import { keepPreviousData, useQuery } from '@archive/query';
import { useState } from 'react';
import { MediaGrid } from './media-grid.tsx';

const INITIAL_COUNT = 12;

/** Media of the person's voyages. Renders nothing if there are none. */
export function MediaFromVoyages({ slug }: { slug: string }) {
  const [limit, setLimit] = useState(INITIAL_COUNT);
  const { data, isPlaceholderData } = useQuery({ ...personMediaQuery(slug, limit), placeholderData: keepPreviousData });
  if (!data || data.items.length === 0) return null;
  return (
    <MediaGrid
      id="person-media"
      title="Photos and documents from these voyages"
      items={data.items}
      hiddenCount={data.total - data.items.length}
      busy={isPlaceholderData}
      onMore={(count) => setLimit(limit + count)}
    />
  );
}
