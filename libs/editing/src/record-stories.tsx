import { storiesQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { TextLink } from '@archive/ui';
import { useId } from 'react';

/** More are found on the page of stories. */
const MAX_STORIES = 10;

export interface RecordStoriesProps {
  /** The address of the page of the record: `/people/forrestal-james`. */
  address: string;
}

/** The published stories that name a record. Nothing if there are none, or if they can't be loaded. */
export function RecordStories({ address }: RecordStoriesProps) {
  const id = useId();
  const { data } = useQuery(storiesQuery({ record: address, limit: MAX_STORIES }));
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-21">
        In stories
      </h2>
      <ul className="space-y-1">
        {data.items.map(({ story_slug, title }) => (
          <li key={story_slug}>
            <TextLink href={`/stories/${story_slug}`}>{title}</TextLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
