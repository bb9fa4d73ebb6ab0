import { allStoriesQuery, storiesQuery } from '@archive/api-client';
import type { StoryListItem } from '@archive/contracts';
import { keepPreviousData, useQuery } from '@archive/query';
import { Link, useSearchParams } from '@archive/router';
import { QueryState, useAllows, useEditMode, usePageTitle, useSession } from '@archive/shell-api';
import {
  Badge,
  EmptyState,
  formatDate,
  LinkButton,
  PageHeader,
  Pagination,
  SkeletonList,
  Thumbnail,
} from '@archive/ui';
import { Plus } from '@archive/ui/icons';

const PAGE_SIZE = 24;

/** /stories: essays about the voyages. Drafts come first, for those who may edit them. */
export function StoriesPage() {
  usePageTitle('Stories');
  const mayWrite = useAllows('contributor');
  const { editing } = useEditMode();
  const proposes = useSession().role === 'contributor';
  const [params] = useSearchParams();
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1);
  const paging = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
  const stories = mayWrite ? allStoriesQuery(paging) : storiesQuery(paging);
  const query = useQuery({ ...stories, placeholderData: keepPreviousData });
  const { data } = query;
  const write = (editing || proposes) && (
    <LinkButton href="/stories/new" variant="primary" icon={<Plus aria-hidden className="size-4" />}>
      {proposes ? 'Propose a story' : 'New Story'}
    </LinkButton>
  );
  return (
    <div className="space-y-8">
      <PageHeader
        title="Stories"
        lede="Essays about the yacht, told from the records of this archive."
        actions={write}
      />
      {!data && <QueryState query={query} failed="Can’t load the stories" loading={<SkeletonList />} />}
      {data?.total === 0 && (
        <EmptyState title="No stories yet">Curators write stories from the records of the archive.</EmptyState>
      )}
      {data && data.total > 0 && (
        <ul className="grid gap-x-10 gap-y-12 md:grid-cols-2">
          {data.items.map((story) => (
            <StoryEntry key={story.story_slug} story={story} />
          ))}
        </ul>
      )}
      {data && data.total > PAGE_SIZE && (
        <Pagination page={page} pageSize={PAGE_SIZE} total={data.total} hrefOf={(next) => `/stories?page=${next}`} />
      )}
    </div>
  );
}

function StoryEntry({ story }: { story: StoryListItem }) {
  const { story_slug, title, summary, author, published_on, cover_picture } = story;
  return (
    <li className="group relative border-t border-t-ink pt-4">
      {cover_picture && (
        <div className="mb-4 aspect-video">
          <Thumbnail src={cover_picture.url} alt="" />
        </div>
      )}
      <h2 className="text-27 tracking-tight">
        <Link
          to={`/stories/${story_slug}`}
          className="wrap-anywhere text-ink group-hover:text-navy after:absolute after:inset-0"
        >
          {title}
        </Link>
      </h2>
      {summary && <p className="mt-2 font-serif text-17 text-faded italic">{summary}</p>}
      <p className="mt-3 flex flex-wrap items-center gap-x-2 text-13 text-faded">
        {[author, published_on && formatDate(published_on)].filter(Boolean).join(' · ')}
        {published_on === null && <Badge>Draft</Badge>}
      </p>
    </li>
  );
}
