import { isNotFound, removeStoryMutation, messageOf, storyQuery, undeleteMutation } from '@archive/api-client';
import type { Story, StoryRecord } from '@archive/contracts';
import { DeletedRecord, RecordHistory } from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { Link, useNavigate, useParams } from '@archive/router';
import { QueryState, useAllows, useArchive, useEditMode, usePageTitle, useSession } from '@archive/shell-api';
import {
  Badge,
  Button,
  ConfirmDialog,
  EmptyState,
  formatDate,
  lazyComponent,
  LinkButton,
  SkeletonList,
  TextLink,
  toast,
} from '@archive/ui';
import { ArrowLeft, ArrowRight, BookOpen, Pencil, Printer } from '@archive/ui/icons';
import { useState } from 'react';
import { StoryText } from './story-text.tsx';

const CiteDialog = lazyComponent(() => import('@archive/ui/cite'), 'CiteDialog');
const BACK = <LinkButton href="/stories">All stories</LinkButton>;

/** /stories/{slug} */
export function StoryPage() {
  const { slug = '' } = useParams();
  const drafts = useAllows('contributor');
  const query = useQuery(storyQuery(slug, { drafts }));
  const { data } = query;
  usePageTitle(data?.title);
  if (isNotFound(query.error))
    return (
      <DeletedRecord kind="story" of={{ slug }} noun="story" action={BACK}>
        <EmptyState level={1} title="Story not found" action={BACK}>
          There’s no story at this address.
        </EmptyState>
      </DeletedRecord>
    );
  if (!data) return <QueryState query={query} level={1} failed="Can’t load this story" loading={<SkeletonList />} />;
  return <StoryArticle key={slug} story={data} />;
}

function StoryArticle({ story }: { story: Story }) {
  const { title, summary, author, body, published_on, cover_picture: cover, records, previous, next } = story;
  return (
    <div className="space-y-6">
      <div className="flex flex-wrap items-center justify-between gap-3 print:hidden">
        <TextLink href="/stories">Stories</TextLink>
        <StoryActions story={story} />
      </div>
      <article className="mx-auto max-w-2xl pb-6">
        <header className="border-t-3 border-t-ink pt-4">
          <p className="flex items-center gap-3 text-13 text-faded">
            {published_on ? formatDate(published_on) : <Badge>Draft</Badge>}
          </p>
          <h1 className="mt-3 text-35 leading-tight tracking-tight wrap-anywhere sm:text-48">{title}</h1>
          {summary && <p className="mt-4 font-serif text-21 text-faded italic">{summary}</p>}
          {author && <p className="mt-4 text-15">By {author}</p>}
        </header>
        {cover && (
          <figure className="mt-8">
            <img
              src={cover.url}
              alt={cover.alt_text ?? ''}
              width={cover.width ?? undefined}
              height={cover.height ?? undefined}
              className="h-auto w-full rounded-sm bg-wash"
            />
            {cover.credit && <figcaption className="mt-2 text-13 text-faded">{cover.credit}</figcaption>}
          </figure>
        )}
        <div className="mt-10">
          <StoryText records={records}>{body ?? ''}</StoryText>
        </div>
        <Mentioned records={records} />
      </article>
      <nav
        aria-label="More stories"
        className="flex flex-wrap justify-between gap-4 border-t border-rule pt-4 print:hidden"
      >
        {previous && (
          <Link to={`/stories/${previous.story_slug}`} className="inline-flex items-center gap-2 text-navy">
            <ArrowLeft aria-hidden className="size-4 shrink-0" /> {previous.title}
          </Link>
        )}
        {next && (
          <Link to={`/stories/${next.story_slug}`} className="ml-auto inline-flex items-center gap-2 text-navy">
            {next.title} <ArrowRight aria-hidden className="size-4 shrink-0" />
          </Link>
        )}
      </nav>
    </div>
  );
}

/** The records that the story names. */
function Mentioned({ records }: { records: readonly StoryRecord[] }) {
  if (records.length === 0) return null;
  return (
    <section aria-labelledby="story-records" className="mt-12 border-t border-rule pt-4">
      <h2 id="story-records" className="text-17">
        Records in this story
      </h2>
      <ul className="mt-2 gap-x-8 text-15 sm:columns-2">
        {records.map(({ address, title, date }) => (
          <li key={address} className="break-inside-avoid py-1">
            <TextLink href={address}>{title}</TextLink>
            {date && !title.includes(formatDate(date)) && (
              <span className="text-13 text-faded"> {formatDate(date)}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type OpenDialog = 'cite' | 'history' | 'delete';

function StoryActions({ story }: { story: Story }) {
  const { story_slug: slug, title, author, published_on } = story;
  const [open, setOpen] = useState<OpenDialog>();
  const { title: archive } = useArchive();
  const { editing } = useEditMode();
  const proposes = useSession().role === 'contributor';
  const close = () => setOpen(undefined);
  const path = `/stories/${slug}`;
  return (
    <div className="flex flex-wrap gap-2">
      {(editing || proposes) && (
        <LinkButton href={`${path}/edit`} icon={<Pencil aria-hidden className="size-4" />}>
          {proposes ? 'Propose changes' : 'Edit'}
        </LinkButton>
      )}
      <Button icon={<BookOpen aria-hidden className="size-4" />} onClick={() => setOpen('cite')}>
        Cite
      </Button>
      <Button icon={<Printer aria-hidden className="size-4" />} onClick={() => window.print()}>
        Print
      </Button>
      <Button onClick={() => setOpen('history')}>Change history</Button>
      {published_on !== null && (
        <LinkButton href={`/api/stories/${slug}`} variant="quiet">
          JSON
        </LinkButton>
      )}
      {editing && <Button onClick={() => setOpen('delete')}>Delete</Button>}
      {open === 'history' && <RecordHistory kind="story" slug={slug} title={title} editing={editing} onClose={close} />}
      {open === 'delete' && <DeleteStory story={story} onClose={close} />}
      {open === 'cite' && (
        <CiteDialog
          title="Cite this story"
          cited={{
            key: slug,
            title,
            kind: 'Story',
            creator: author,
            date: published_on,
            archive,
            address: `${window.location.origin}${path}`,
          }}
          onClose={close}
        />
      )}
    </div>
  );
}

/** Confirms and deletes a story. */
function DeleteStory({ story: { story_slug: slug, title }, onClose }: { story: Story; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation(removeStoryMutation(client));
  const undelete = useMutation(undeleteMutation(client));
  const undo = () =>
    void undelete.mutateAsync({ kind: 'story', slug }).then(
      () => {
        toast.success(`“${title}” restored`);
        void navigate(`/stories/${slug}`);
      },
      (error: unknown) => toast.error(`Couldn’t undo: ${messageOf(error)}`),
    );
  const handleConfirm = async () => {
    try {
      await remove.mutateAsync(slug);
      void navigate('/stories');
      toast.success(`“${title}” deleted`, { duration: 30_000, action: { label: 'Undo', onClick: undo } });
    } catch (error) {
      toast.error(`Couldn’t delete “${title}”: ${messageOf(error)}`);
    }
    onClose();
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && !remove.isPending && onClose()}
      title={`Delete “${title}”?`}
      description="The records that it names stay. You can undo this right afterward."
      confirmText="Delete story"
      danger
      busy={remove.isPending}
      onConfirm={() => void handleConfirm()}
    />
  );
}
