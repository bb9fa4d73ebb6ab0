import type { Story, StoryRecord } from '@archive/contracts';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { accessibilityProblems, aVoyage, mockApi, noContent, page, problem, renderRoute } from '@archive/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const open = (path = '/stories', session = {}) => renderRoute(routes, path, { at: '/stories', session });
const READER = { role: 'reader' };

const record = (overrides: Partial<StoryRecord>): StoryRecord => ({
  address: '/people/forrestal-james',
  kind: 'person',
  slug: 'forrestal-james',
  title: 'James Forrestal',
  subtitle: 'Secretary of the Navy',
  date: null,
  end_date: null,
  picture: null,
  ...overrides,
});
const PICTURE = {
  url: '/media-files/rail.jpg',
  thumbnail_url: null,
  width: 800,
  height: 400,
  alt_text: 'Two men at a rail',
  credit: 'Truman Library',
};
const BODY = `With [Forrestal](/people/forrestal-james) and [nobody](/people/gone) aboard.

[The Secretary](/people/forrestal-james)

[A lost guest](/people/gone)

![At the rail](/media/rail#xywh=percent:25,0,50,100)

> Dinner and a cruise.
>
> — The log

A note.[^1]

[^1]: Page 280.

<script>alert(1)</script> [bad](javascript:alert(1))`;
const STORY: Story = {
  story_slug: 'dinner',
  title: 'Dinner',
  summary: 'An evening on the river',
  author: 'Anna Weber',
  body: BODY,
  cover: null,
  published_on: '2026-11-20',
  cover_picture: null,
  records: [
    record({}),
    record({
      address: '/media/rail',
      kind: 'media',
      slug: 'rail',
      title: 'At the rail',
      subtitle: null,
      picture: PICTURE,
    }),
  ],
  previous: { story_slug: 'aground', title: 'Aground' },
  next: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
};
const { story_slug, title, summary, author, published_on, cover_picture } = STORY;
const ITEM = { story_slug, title, summary, author, published_on, cover_picture };

beforeEach(() => {
  sessionStorage.setItem('edit-mode', '1');
  localStorage.clear();
  api.respond('GET /api/stories', page([ITEM]));
  api.respond(
    'GET /api/curator/stories',
    page([{ ...ITEM, story_slug: 'new-one', title: 'New one', published_on: null }, ITEM]),
  );
  api.respond('GET /api/stories/{slug}', STORY);
  api.respond('GET /api/curator/stories/{story_slug}', STORY);
  api.respond('GET /api/stories/records', STORY.records);
  api.respond('PUT /api/curator/editors/{kind}/{slug}', { names: [] });
  api.respond('DELETE /api/curator/editors/{kind}/{slug}', noContent());
});

describe('the stories', () => {
  test('have drafts for those who may edit them, and only published ones for readers', async () => {
    const { container, unmount } = await open();
    expect(await screen.findByText('Draft')).toBeVisible();
    expect(screen.getByRole('link', { name: 'New Story' })).toHaveAttribute('href', '/stories/new');
    expect(await accessibilityProblems(container)).toEqual([]);
    unmount();
    await open('/stories', READER);
    expect(await screen.findByRole('link', { name: 'Dinner' })).toHaveAttribute('href', '/stories/dinner');
    expect(screen.queryByText('Draft')).toBeNull();
    expect(screen.queryByRole('link', { name: 'New Story' })).toBeNull();
  });

  test('say when there are none', async () => {
    api.respond('GET /api/curator/stories', page([]));
    await open();
    expect(await screen.findByText('No stories yet')).toBeVisible();
  });
});

describe('a story', () => {
  test('shows the records, pictures, quotes and notes of its text, and no HTML', async () => {
    const { container } = await open('/stories/dinner', READER);
    const article = within(await screen.findByRole('article'));
    const card = within((await article.findByRole('link', { name: 'The Secretary' })).closest('aside')!);
    expect(card.getByText('James Forrestal, Secretary of the Navy')).toBeVisible();
    expect(article.getByRole('link', { name: 'Forrestal' })).toHaveAttribute('href', '/people/forrestal-james');
    expect(article.queryByRole('link', { name: 'nobody' })).toBeNull();
    expect(article.getByText('(no longer in the archive)').parentElement).toHaveTextContent('A lost guest');
    const picture = article.getByRole('img', { name: 'Two men at a rail' });
    expect(picture).toHaveStyle({ width: '200%', left: '-50%' });
    expect(article.getByText('Truman Library')).toBeVisible();
    expect(article.getByText(/— The log/)).toHaveClass('not-italic');
    expect(article.getByText(/Page 280/)).toBeVisible();
    expect(container.querySelector('script')).toBeNull();
    expect(article.queryByRole('link', { name: 'bad' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Aground' })).toHaveAttribute('href', '/stories/aground');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('keeps the captions of charts and maps that can’t be loaded, and of records that are gone', async () => {
    const body =
      '[Cruises by month](/figures?q=a#voyages-by-month)\n\n[Her map](/voyages?view=map)\n\n[Map](/voyages/gone#map)';
    api.respond('POST /api/frontends/failures', noContent());
    api.respond('GET /api/stories/{slug}', { ...STORY, body, records: [] });
    await open('/stories/dinner', READER);
    expect(await screen.findByText('Cruises by month')).toBeVisible();
    expect(screen.getByText('Her map')).toBeVisible();
    expect(screen.getAllByText('This chart or map can’t be shown right now.')).toHaveLength(2);
    expect(screen.getByText('(no longer in the archive)').parentElement).toHaveTextContent('Map');
  });

  test('is deleted after a question, and comes back', async () => {
    api.respond('DELETE /api/curator/stories/{story_slug}', noContent());
    await open('/stories/dinner');
    fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Delete story' }));
    await waitFor(() => expect(api.requests('DELETE /api/curator/stories/{story_slug}')).toHaveLength(1));
  });

  test('says when it cannot be found', async () => {
    api.respond('GET /api/stories/{slug}', problem(404, 'Story not found'));
    api.respond('GET /api/curator/history/deleted', problem(404, 'None'));
    await open('/stories/none', READER);
    expect(await screen.findByRole('heading', { level: 1, name: 'Story not found' })).toBeVisible();
  });
});

describe('the form', () => {
  const text = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text' });
  const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } });

  test('previews what is typed, names unknown records, and saves a draft', async () => {
    api.respond('POST /api/curator/stories', STORY);
    const { container } = await open('/stories/new');
    type(await text(), 'Aboard with [x](/people/gone)\n\n[The Secretary](/people/forrestal-james)');
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    expect(await preview.findByRole('link', { name: 'The Secretary' })).toBeVisible();
    fireEvent.click(await screen.findByRole('button', { name: '/people/gone' }));
    const area = await text();
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('/people/gone');
    expect(await accessibilityProblems(container)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Create Story' }));
    expect(await screen.findByText('Enter a title')).toBeVisible();
    type(screen.getByRole('textbox', { name: /^Title/ }), 'Dinner');
    fireEvent.click(screen.getByRole('button', { name: 'Create Story' }));
    await waitFor(() =>
      expect(api.requests('POST /api/curator/stories').at(-1)?.body).toMatchObject({
        title: 'Dinner',
        published_on: '',
      }),
    );
  });

  test('edits the selected text with buttons and keys', async () => {
    await open('/stories/new');
    const area = await text();
    type(area, 'one two');
    area.setSelectionRange(4, 7);
    fireEvent.keyDown(area, { key: 'b', ctrlKey: true });
    expect(area.value).toBe('one **two**');
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('two');
    area.setSelectionRange(0, 3);
    fireEvent.click(screen.getByRole('button', { name: 'Heading' }));
    expect(area.value).toBe('## one\n\n **two**');
  });

  describe('searches the records', () => {
    const find = async (button: string, suggestion: object) => {
      api.respond('GET /api/search/suggestions', [
        { title_excerpt: [], subtitle: null, excerpt: [], voyage_slug: null, url: null, page: null, ...suggestion },
      ] as never);
      api.respond('GET /api/places', page([]));
      await open('/stories/new');
      await text();
      fireEvent.click(screen.getByRole('button', { name: button }));
      type(await screen.findByRole('searchbox'), 'James F');
    };

    test('and inserts one, or its map', async () => {
      await find('Insert record', { kind: 'voyage', slug: '1946-dinner', title: 'Dinner' });
      fireEvent.click(await screen.findByRole('button', { name: 'Insert a map of Dinner' }));
      await waitFor(async () => expect((await text()).value).toBe('[Map of Dinner](/voyages/1946-dinner#map)'));
      type(await text(), '');
      fireEvent.click(screen.getByRole('button', { name: 'Insert record' }));
      type(await screen.findByRole('searchbox'), 'James F');
      fireEvent.click(await screen.findByRole('button', { name: /^Dinner/ }));
      await waitFor(async () => expect((await text()).value).toBe('[Dinner](/voyages/1946-dinner)'));
    });

    test('and quotes a passage of one with its source, but no curator notes', async () => {
      const spin = [{ spin: 'The “floating White House”.', source: 'The Star' }];
      api.respond(
        'GET /api/voyages/{slug}',
        aVoyage({ notes: 'Rain.\n\nThen sun.', spin, notes_internal: 'Doubtful', additional_information: null }),
      );
      await find('Insert quote', { kind: 'voyage', slug: '1946-dinner', title: 'Dinner' });
      fireEvent.click(await screen.findByRole('button', { name: /Dinner/ }));
      expect(await screen.findByText('The “floating White House”.')).toBeVisible();
      expect(screen.queryByText('Doubtful')).toBeNull();
      fireEvent.click(screen.getByRole('button', { name: /^Notes/ }));
      await waitFor(async () =>
        expect((await text()).value).toBe('> Rain.\n>\n> Then sun.\n>\n> — [Dinner](/voyages/1946-dinner)'),
      );
    });
  });

  test('keeps unsaved work in the browser until it is resumed or discarded', async () => {
    const { unmount } = await open('/stories/dinner/edit');
    type(await text(), 'Half a sentence');
    unmount();
    await open('/stories/dinner/edit');
    fireEvent.click(await screen.findByRole('button', { name: 'Resume draft' }));
    expect((await text()).value).toBe('Half a sentence');
  });

  test('shows what someone else has changed, and keeps what was typed', async () => {
    api.respond('PUT /api/curator/stories/{story_slug}', problem(412, 'Changed'));
    await open('/stories/dinner/edit');
    type(await text(), 'Mine');
    api.respond('GET /api/curator/history/{kind}/{slug}', page([]));
    api.respond('GET /api/curator/stories/{story_slug}', { ...STORY, body: 'Theirs', summary: 'New summary' });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Theirs')).toBeVisible();
    expect((await text()).value).toBe('Mine');
    expect(screen.getByRole('textbox', { name: 'Summary' })).toHaveValue('New summary');
  });
});
