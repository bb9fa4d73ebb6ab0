import { fileTextQuery, messageOf, readTextMutation, startIngestMutation } from '@archive/api-client';
import type { Excerpt, FileText } from '@archive/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@archive/query';
import { useNavigate, useSearchParams } from '@archive/router';
import { QueryState, useEditMode, usePageTitle } from '@archive/shell-api';
import {
  Anchor,
  Button,
  EmptyState,
  formatAgo,
  formatCount,
  formatNumber,
  linkClass,
  Loading,
  Notice,
  PageHeader,
  SkeletonText,
  toast,
  lazyComponent,
} from '@archive/ui';
import { Pencil } from '@archive/ui/icons';
import { SearchBox, useIdempotencyKey } from '@archive/editing';
import { Fragment, useState } from 'react';
import { mediaHref } from '../urls.ts';
import { Viewer } from '../viewer/viewer.tsx';
import { deleteCorrection, storedCorrection } from './correction-draft.ts';

const CorrectText = lazyComponent(() => import('./correct-text.tsx'), 'CorrectText');

const MEDIA = 'media';

/** The displayed file and page, and the words that are marked. Stored in the URL. */
function useTextLocation() {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const slug = address.get(MEDIA) ?? '';
  const q = address.get('q') ?? '';
  const page = Number(address.get('page'));
  const hrefOf = (to: { page?: number | undefined; q?: string }) => {
    const next = new URLSearchParams({ [MEDIA]: slug });
    if (to.page !== undefined) next.set('page', String(to.page));
    if (to.q ?? q) next.set('q', to.q ?? q);
    return `/media-explorer/text?${next}`;
  };
  return {
    slug,
    q,
    page: Number.isInteger(page) && page > 0 ? page : undefined,
    go: (to: number) => void navigate(hrefOf({ page: to }), { preventScrollReset: true }),
    search: (words: string) => void navigate(hrefOf({ q: words }), { replace: true, preventScrollReset: true }),
  };
}

const isWordDocument = ({ content_type }: FileText) => content_type?.includes('wordprocessingml') ?? false;
const pageNoun = (file: FileText) => (isWordDocument(file) ? 'Part' : 'Page');

/** /media-explorer/text: the text of a file beside a picture of the page, with the words of a search marked. */
export function TextPage() {
  const { slug, q, page, go, search } = useTextLocation();
  const query = useQuery({
    ...fileTextQuery(slug, page, q),
    placeholderData: keepPreviousData,
  });
  const { data, isPlaceholderData } = query;
  usePageTitle(data ? `Text of ${data.title}` : 'Text');
  // After a failed refetch, keep showing the page and a correction that is being typed.
  if (!data)
    return (
      <QueryState
        query={query}
        failed="Can’t load the text"
        loading={
          <Loading label="Loading text...">
            <SkeletonText />
          </Loading>
        }
      />
    );
  return (
    <div className="space-y-6">
      <PageHeader title={data.title} lede="The text that search uses for this file." />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden">
        <Anchor href={mediaHref(data.media_slug)} className={linkClass()}>
          Show file
        </Anchor>
        {data.pages > 0 && (
          <SearchBox label="Search this text" value={q} onSearch={search} className="min-w-0 flex-1 basis-64" />
        )}
        {data.pages > 0 && <MakeVoyages file={data} />}
        <ReadAgain slug={slug} state={data.state} />
      </div>
      <ReadingState file={data} />
      {data.page && data.pages > 0 && (
        <>
          <PageSteps file={data} q={q} go={go} />
          <div data-stale={isPlaceholderData || undefined} className="grid gap-8 lg:grid-cols-2">
            {/* The text comes first: on a phone the picture fills the screen, and would push the marked words and a draft below it. */}
            <Text key={`${data.media_slug} ${data.page.page}`} file={data} page={data.page} />
            <Picture file={data} onPage={go} />
          </div>
        </>
      )}
    </div>
  );
}

/** The progress of text extraction, or why there is no text. */
function ReadingState({ file }: { file: FileText }) {
  const { state, error, pages_read, pages } = file;
  if (state === 'waiting')
    return (
      <Notice tone="info" title="Recognizing text" announce>
        {pages_read > 0
          ? `${formatNumber(pages_read)} of ${formatNumber(pages)} pages are done. This page updates automatically.`
          : 'This page updates automatically.'}
      </Notice>
    );
  if (state === 'failed')
    return (
      <Notice tone="warning" title="Couldn’t recognize the text">
        {error}
      </Notice>
    );
  if (state === 'none' && !file.page?.corrected)
    return (
      <Notice tone="info" title="No text found">
        No text was recognized in this file. Curators can type what it says.
      </Notice>
    );
  if (state === null && pages === 0)
    return <EmptyState title="No text">Text recognition isn’t available for this type of file.</EmptyState>;
  return null;
}

/** Opens the text of all pages as a document in which voyages are marked. */
function MakeVoyages({ file: { media_slug, title, pages, state } }: { file: FileText }) {
  const { editing } = useEditMode();
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const { mutateAsync } = useMutation(startIngestMutation(client));
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const texts: string[] = [];
      for (let page = 1; page <= pages; page += 1)
        texts.push((await client.fetchQuery(fileTextQuery(media_slug, page, ''))).page?.text ?? '');
      const text = texts.join('\n\n');
      const file = new File([text], `${title}.txt`, { type: 'text/plain' });
      return mutateAsync({ file, dryRun: true, askColumns: true, idempotencyKey: keyOf([media_slug, text]) });
    },
    onSuccess: ({ operation_id }) => void navigate(`/voyages/import/${operation_id}`),
    onError: (problem) => toast.error(`Couldn’t open the text as a document: ${messageOf(problem)}`),
  });
  if (!editing || state === 'waiting') return null;
  return (
    <Button busy={isPending} onClick={() => mutate()}>
      Make voyages from this
    </Button>
  );
}

function ReadAgain({ slug, state }: { slug: string; state: FileText['state'] }) {
  const { editing } = useEditMode();
  const { mutate, isPending } = useMutation(readTextMutation(useQueryClient()));
  // The text of a file without a state can't be read.
  if (!editing || state === 'waiting' || state === null) return null;
  return (
    <Button
      busy={isPending}
      onClick={() =>
        mutate(slug, {
          onSuccess: () => toast.success('Recognizing the text again. Curators’ edits are kept.'),
          onError: (problem) => toast.error(`Couldn’t start text recognition: ${messageOf(problem)}`),
        })
      }
    >
      Recognize text again
    </Button>
  );
}

/** Buttons for the previous and next page, and for the previous and next matching page. */
function PageSteps({ file, q, go }: { file: FileText; q: string; go: (page: number) => void }) {
  const page = file.page?.page ?? 1;
  const noun = pageNoun(file);
  const previous = file.matches.findLast((match) => match < page);
  const next = file.matches.find((match) => match > page);
  return (
    <nav aria-label={`${noun}s`} className="flex flex-wrap items-center gap-3">
      <Button disabled={page <= 1} onClick={() => go(page - 1)}>
        Previous
      </Button>
      <output className="tabular-nums">
        {noun} {formatNumber(page)} of {formatNumber(file.pages)}
      </output>
      <Button disabled={page >= file.pages} onClick={() => go(page + 1)}>
        Next
      </Button>
      {q !== '' && (
        <>
          <span className="text-13 text-faded">
            {file.matches.length === 0
              ? 'No page has these words.'
              : `Found on ${formatCount(file.matches.length, 'page')}.`}
          </span>
          {file.matches.length > 1 && (
            <>
              <Button disabled={previous === undefined} onClick={() => previous !== undefined && go(previous)}>
                Previous match
              </Button>
              <Button disabled={next === undefined} onClick={() => next !== undefined && go(next)}>
                Next match
              </Button>
            </>
          )}
        </>
      )}
    </nav>
  );
}

/** The picture of the page. A Word document has none. */
function Picture({ file, onPage }: { file: FileText; onPage(page: number): void }) {
  const { media_slug, content_type, url, title, picture_url, page } = file;
  if (url !== null && content_type === 'application/pdf')
    return (
      <Viewer
        file={{ slug: media_slug, title, pictureUrl: null, isDocument: true }}
        page={page?.page ?? 1}
        onPage={onPage}
        className="h-[75vh] print:hidden"
        fallback={(reason) => <p className="p-6 text-faded">{reason ?? 'The pages of this file can’t be shown.'}</p>}
      />
    );
  if (picture_url === null) return null;
  return <img src={picture_url} alt={title} className="w-full self-start rounded border border-rule bg-wash" />;
}

const MAX_BEGINNING = 100;

/** The first words of a text. */
function beginningOf(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ');
  if (line.length <= MAX_BEGINNING) return line;
  const cut = line.slice(0, MAX_BEGINNING + 1);
  return `${cut.slice(0, cut.lastIndexOf(' ') > 0 ? cut.lastIndexOf(' ') : MAX_BEGINNING)} …`;
}

function Text({ file, page }: { file: FileText; page: NonNullable<FileText['page']> }) {
  const { editing } = useEditMode();
  const [correcting, setCorrecting] = useState(false);
  const [openedAt] = useState(Date.now);
  const [draft, setDraft] = useState(() => storedCorrection(file.media_slug, page.page));
  const source = page.corrected
    ? 'Edited by a curator.'
    : page.confidence !== null && page.text !== ''
      ? `Recognized by software, with a confidence of ${page.confidence}%.`
      : null;
  return (
    <section aria-label={`Text of ${pageNoun(file).toLowerCase()} ${page.page}`} className="min-w-0 space-y-4">
      {page.text === '' ? (
        <p className="text-faded">No text on this page.</p>
      ) : (
        <p className="max-w-measure font-serif text-17 whitespace-pre-wrap [overflow-wrap:anywhere]">
          <Marked runs={page.marked} />
        </p>
      )}
      {source && <p className="text-13 text-faded">{source}</p>}
      {editing && draft && !correcting && (
        <Notice tone="info" title="You have an unsaved draft">
          <p>
            “{beginningOf(draft.text)}” — last edited in this browser {formatAgo(openedAt - draft.stored_at)}.
          </p>
          <div className="mt-3 flex flex-wrap gap-2">
            <Button onClick={() => setCorrecting(true)}>Resume draft</Button>
            <Button
              onClick={() => {
                deleteCorrection(file.media_slug, page.page);
                setDraft(undefined);
              }}
            >
              Discard
            </Button>
          </div>
        </Notice>
      )}
      {editing && !draft && (
        <Button icon={<Pencil aria-hidden className="size-4" />} onClick={() => setCorrecting(true)}>
          Edit text
        </Button>
      )}
      {correcting && (
        <CorrectText
          slug={file.media_slug}
          page={page}
          draft={draft}
          onClose={() => {
            setCorrecting(false);
            setDraft(undefined);
          }}
        />
      )}
    </section>
  );
}

function Marked({ runs }: { runs: Excerpt }) {
  return runs.map(({ text, match }, index) =>
    match ? (
      // The runs have no identity but their position.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index}>{text}</mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{text}</Fragment>
    ),
  );
}
