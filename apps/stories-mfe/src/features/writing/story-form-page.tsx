import {
  createStoryMutation,
  fetchStoryWithEtag,
  isNotFound,
  messageOf,
  storyToEditQuery,
  updateStoryMutation,
  type WithEtag,
} from '@archive/api-client';
import type { Story } from '@archive/contracts';
import {
  LeaveConfirmation,
  NewerVersion,
  OtherEditors,
  ProposesNote,
  useIdempotencyKey,
  useProposes,
  useRecordDraft,
} from '@archive/editing';
import { useMutation, useQuery, useQueryClient } from '@archive/query';
import { useNavigate, useParams } from '@archive/router';
import { QueryState, usePageTitle } from '@archive/shell-api';
import {
  Button,
  EmptyState,
  formatDateTime,
  lazyComponent,
  LinkButton,
  Notice,
  PageHeader,
  SkeletonList,
  TextArea,
  TextField,
  toast,
  today,
} from '@archive/ui';
import { useRef, useState } from 'react';
import { BodyField } from './body-field.tsx';
import { checkStory, draftOf, FIELD_LABELS } from './story-draft.ts';
import { useStoredDraft } from './use-stored-draft.ts';

const PickPicture = lazyComponent(() => import('./insert-picture.tsx'), 'PickPicture');

/** /stories/new */
export function NewStoryPage() {
  return <StoryForm opened={null} />;
}

/** /stories/{slug}/edit */
export function EditStoryPage() {
  const { slug = '' } = useParams();
  const query = useQuery(storyToEditQuery(slug, useProposes()));
  const { data } = query;
  if (data) return <StoryForm key={slug} opened={data} />;
  if (isNotFound(query.error))
    return (
      <EmptyState level={1} title="Story not found" action={<LinkButton href="/stories">All stories</LinkButton>}>
        There’s no story at this address.
      </EmptyState>
    );
  return <QueryState query={query} level={1} failed="Can’t load this story" loading={<SkeletonList />} />;
}

function StoryForm({ opened }: { opened: WithEtag<Story> | null }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const proposes = useProposes();
  const keyOf = useIdempotencyKey();
  const create = useMutation(createStoryMutation(client));
  const update = useMutation(updateStoryMutation(client));
  const slug = useRef(opened?.value.story_slug);
  const openedSlug = opened?.value.story_slug;
  const back = openedSlug === undefined ? '/stories' : `/stories/${openedSlug}`;
  const { form, save, busy, error, newer, isStored } = useRecordDraft({
    opened,
    draftOf,
    check: checkStory,
    send: async (draft, ifMatch, changedNames) => {
      if (slug.current !== undefined)
        return update.mutateAsync({
          slug: slug.current,
          body: Object.fromEntries(changedNames.map((field) => [field, draft[field]])),
          ifMatch,
        });
      const story = await create.mutateAsync({ body: draft, idempotencyKey: keyOf(draft) });
      slug.current = story.story_slug;
      return story;
    },
    reload: () => fetchStoryWithEtag(slug.current ?? '', proposes),
    onSaved: ({ title, story_slug }) => {
      stored.finish();
      toast.success(`“${title}” saved`);
      void navigate(`/stories/${story_slug}`);
    },
    onProposed: () => {
      stored.finish();
      void navigate(back);
    },
  });
  const stored = useStoredDraft(openedSlug, form.draft, form.dirty);
  const title = opened ? 'Edit Story' : 'New Story';
  usePageTitle(title);
  return (
    <div className="space-y-6">
      <PageHeader title={title} />
      {stored.offered && (
        <Notice
          tone="info"
          action={
            <>
              <Button
                size="small"
                variant="primary"
                onClick={() => {
                  form.change(stored.offered?.draft ?? {});
                  stored.settle({ discard: false });
                }}
              >
                Resume draft
              </Button>
              <Button size="small" onClick={() => stored.settle({ discard: true })}>
                Discard
              </Button>
            </>
          }
        >
          You have an unsaved draft in this browser, last edited{' '}
          {formatDateTime(new Date(stored.offered.stored_at).toISOString())}.
        </Notice>
      )}
      {error && (
        <Notice tone="error" announce>
          Failed to save: {messageOf(error)}
        </Notice>
      )}
      {newer && (
        <NewerVersion
          recordType="story"
          kind="story"
          slug={openedSlug}
          labels={FIELD_LABELS}
          {...newer}
          mine={form.draft}
          onUseTheirs={(field) => form.change({ [field]: newer.theirs[field] })}
        />
      )}
      <div className="grid max-w-3xl gap-4">
        <TextField label={FIELD_LABELS.title} required autoComplete="off" {...form.field('title')} />
        <TextArea
          label={FIELD_LABELS.summary}
          rows={2}
          help="A sentence or two under the title, and in the list of stories"
          {...form.field('summary')}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label={FIELD_LABELS.author}
            autoComplete="off"
            help="As readers see it"
            {...form.field('author')}
          />
          <div>
            <TextField
              label={FIELD_LABELS.published_on}
              autoComplete="off"
              placeholder="YYYY-MM-DD"
              help="Without a date, the story is a draft that only people who can edit see."
              {...form.field('published_on')}
            />
            {form.draft.published_on === '' && (
              <Button size="small" className="mt-2" onClick={() => form.change({ published_on: today() })}>
                Publish today
              </Button>
            )}
          </div>
        </div>
        <CoverField
          slug={form.draft.cover}
          error={form.field('cover').error}
          onChange={(cover) => form.change({ cover })}
        />
      </div>
      <BodyField label={FIELD_LABELS.body} {...form.field('body')} />
      <div className="sticky bottom-[calc(3.5rem+env(safe-area-inset-bottom))] z-sticky -mx-4 flex flex-wrap items-center gap-3 border-t border-rule bg-paper px-4 py-3 md:bottom-0 md:pb-[max(0.75rem,var(--toasts-below,0px))]">
        <span className="mr-auto text-13 text-faded">
          <span aria-live="polite">{form.dirty && !busy && 'Unsaved changes, kept in this browser'}</span>
          {openedSlug !== undefined && <OtherEditors kind="story" slug={openedSlug} />}
          <ProposesNote />
        </span>
        <LinkButton href={back}>Cancel</LinkButton>
        <Button
          variant="primary"
          disabled={isStored && !form.dirty}
          busy={busy}
          busyText="Saving..."
          onClick={() => form.saveIfValid(save)}
        >
          {proposes ? 'Propose changes' : isStored ? 'Save' : 'Create Story'}
        </Button>
      </div>
      <LeaveConfirmation unsaved={() => form.dirty && !stored.storeNow()} />
    </div>
  );
}

interface CoverFieldProps {
  slug: string;
  error: string | undefined;
  onChange: (slug: string) => void;
}

function CoverField({ slug, error, onChange }: CoverFieldProps) {
  const [isPicking, setPicking] = useState(false);
  return (
    <fieldset>
      <legend className="mb-1 text-13 font-medium">{FIELD_LABELS.cover}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {slug !== '' && (
          <LinkButton variant="quiet" size="small" href={`/media/${slug}`}>
            {slug}
          </LinkButton>
        )}
        <Button size="small" onClick={() => setPicking(true)}>
          {slug === '' ? 'Choose picture' : 'Change picture'}
        </Button>
        {slug !== '' && (
          <Button size="small" onClick={() => onChange('')}>
            Remove picture
          </Button>
        )}
      </div>
      {error && <p className="mt-1 text-13 text-signal">{error}</p>}
      {isPicking && (
        <PickPicture
          action="Use as cover"
          onPick={({ media_slug }) => onChange(media_slug)}
          onClose={() => setPicking(false)}
        />
      )}
    </fieldset>
  );
}
