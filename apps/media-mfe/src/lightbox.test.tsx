import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { FileText } from '@archive/contracts';
import type { LightboxItem } from '@archive/shell-api';
import { accessibilityProblems, mockApi, type RecordedRequest, renderRoute } from '@archive/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { stubShowModal } from '../test/dialogs.ts';
import { aView, stubCanvas } from '../test/viewer.ts';
import { component as Lightbox } from './features/lightbox/lightbox.tsx';

const api = mockApi();
const VIEW = 'GET /api/media/{media_slug}/view';

const item = (overrides: Partial<LightboxItem>): LightboxItem => ({
  url: '/media-files/harry-truman/image/aground.jpg',
  title: 'Aground at Buoy 211',
  media_type: 'image',
  date: '1946-02-18',
  credit: 'Charlotte News',
  description: 'Freed after *thirty* hours.',
  rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/',
  ...overrides,
});
const ITEMS = [
  item({}),
  item({ url: '/media-files/a/video.mov', title: 'A video', media_type: 'video', rights: null }),
  item({ url: '/media-files/a/scan.pdf', title: 'A clipping', media_type: 'article' }),
  item({ url: '/media-files/a/report.docx', title: 'A report', media_type: 'document' }),
  item({
    url: '/media-files/a/scan.tif',
    title: 'A master scan',
    preview_url: '/media-files/_d/scan-1600.webp',
  }),
  item({
    url: '/media-files/a/phone.heic',
    title: 'A phone picture',
    preview_url: null,
    preview_error: 'This type of picture can’t be previewed.',
  }),
  item({ url: '/media-files/a/log.pdf', media_slug: 'log', title: 'A log', media_type: 'pdf' }),
  item({ url: '/media-files/a/damaged.jpg', media_slug: 'damaged', title: 'A damaged picture' }),
  item({ url: '/media-files/a/letter.docx', media_slug: 'letter', title: 'A letter', media_type: 'document' }),
];

function Page({ start }: { start: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && <Lightbox items={ITEMS} start={start} onClose={() => setOpen(false)} />}
    </>
  );
}

async function open(start = 0) {
  const view = await renderRoute([{ index: true, element: <Page start={start} /> }], '/');
  await view.user.click(screen.getByRole('button', { name: 'Open' }));
  return { ...view, dialog: await screen.findByRole('dialog') };
}
const picture = () => screen.getByRole('img', { name: 'Aground at Buoy 211' });

beforeEach(() => {
  stubShowModal();
  stubCanvas();
  api.respond(VIEW, aView());
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 600));
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the lightbox', () => {
  test('shows a picture with its metadata, rights link, and download', async () => {
    const { dialog } = await open();
    expect(dialog).toHaveAccessibleName('Aground at Buoy 211');
    expect(picture()).toHaveAttribute('src', ITEMS[0]?.url);
    expect(dialog).toHaveTextContent(/Charlotte News · .*1946/);
    expect(screen.getByRole('link', { name: 'No copyright in the United States' })).toHaveAttribute(
      'href',
      'http://rightsstatements.org/vocab/NoC-US/1.0/',
    );
    expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute('href', `${ITEMS[0]?.url}?download`);
    expect(await accessibilityProblems(dialog)).toEqual([]);
  });

  test('steps through the items with buttons and keys, and stops at the ends', async () => {
    const { user, dialog } = await open();
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(dialog).toHaveAccessibleName('A video');
    expect(screen.getByText('2 of 9')).toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(dialog).toHaveAccessibleName('A clipping');
    await user.keyboard('{End}{ArrowRight}');
    expect(dialog).toHaveAccessibleName('A letter');
    await user.keyboard('{Home}{ArrowLeft}');
    expect(dialog).toHaveAccessibleName('Aground at Buoy 211');
  });

  test('plays a video, frames a PDF of any media type, and reports unsupported files', async () => {
    const { user, dialog } = await open(1);
    expect(within(dialog).getByLabelText('A video', { selector: 'video' })).toHaveAttribute('src', ITEMS[1]?.url);
    expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByTitle('A clipping')).toHaveAttribute('src', ITEMS[2]?.url);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(dialog).toHaveTextContent('Your browser can’t show this type of file. Download it to open it.');
  });

  test('has labeled zoom buttons and keys, which do nothing while the picture loads', async () => {
    const { user, dialog } = await open();
    for (const name of ['Zoom out', 'Zoom in', 'Fit', 'Rotate']) await user.click(screen.getByRole('button', { name }));
    await user.keyboard('+-0r{ArrowUp}{ArrowDown}');
    expect(dialog).toHaveAccessibleName('Aground at Buoy 211');
  });

  test('shows the pages of a PDF in the library, each with its text', async () => {
    const page = (number: number) => ({
      page: number,
      url: `/media-files/_d/pages.zip/${number}.webp`,
      thumbnail_url: `/media-files/_d/pages.zip/${number}-thumbnail.webp`,
      width: 1600,
      height: 2071,
      tiles: null,
    });
    api.respond(VIEW, aView({ media_slug: 'log', pages: 3, pictures: [page(1), page(3)] }));
    const textOf = ({ query }: RecordedRequest): FileText => ({
      media_slug: 'log',
      title: 'A log',
      url: null,
      media_type: 'pdf',
      content_type: 'application/pdf',
      picture_url: null,
      state: 'ready',
      error: null,
      pages: 3,
      pages_read: 3,
      matches: [],
      page: {
        page: Number(query.get('page')),
        text: `Words of page ${query.get('page')}`,
        marked: [],
        read_text: '',
        corrected: false,
        confidence: null,
      },
    });
    api.respond('GET /api/media/{media_slug}/text', textOf);
    const { user, dialog } = await open(6);
    expect(await screen.findByText('Page 1 of 3')).toBeVisible();
    expect(within(dialog).getByRole('img', { name: 'A log, page 1' })).toHaveAttribute('src', page(1).url);
    expect(screen.getAllByRole('button', { name: /^Page \d/ })).toHaveLength(2);
    // The second page can't be rendered.
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(await screen.findByText('Page 3 of 3')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page');
    await user.click(await screen.findByRole('button', { name: 'Text' }));
    expect(screen.getByRole('region', { name: 'Text of page 3' })).toHaveTextContent('Words of page 3');
    expect(await accessibilityProblems(dialog)).toEqual([]);
    expect(dialog.querySelector('iframe')).toBeNull();
  });

  test('shows the text of a Word document', async () => {
    const text = '# Memorandum\n\n| Name | Seat |\n|---|---|\n| Pat Nixon | 1 |';
    api.respond(VIEW, aView({ media_slug: 'letter', text }));
    const { dialog } = await open(8);
    const words = within(await screen.findByRole('region', { name: 'Text of A letter' }));
    expect(await words.findByRole('heading', { name: 'Memorandum' })).toBeInTheDocument();
    expect(words.getByRole('cell', { name: 'Pat Nixon' })).toBeInTheDocument();
    expect(within(dialog).queryByRole('button', { name: 'Zoom in' })).toBeNull();
    expect(await accessibilityProblems(dialog)).toEqual([]);
  });

  test('says why a Word document is not shown', async () => {
    api.respond(VIEW, aView({ state: 'failed', error: 'The Word document is damaged, so it has no preview.' }));
    await open(8);
    expect(await screen.findByText('The Word document is damaged, so it has no preview.')).toBeVisible();
  });

  test('says why a file in the library can’t be shown, and never loads the original', async () => {
    api.respond(VIEW, aView({ state: 'failed', error: 'The file is damaged, so it has no preview.' }));
    const { dialog } = await open(7);
    expect(await screen.findByText('The file is damaged, so it has no preview.')).toBeVisible();
    expect(dialog.querySelector('img[src="/media-files/a/damaged.jpg"]')).toBeNull();
  });

  test('shows the preview of a TIFF, and downloads the original', async () => {
    await open(4);
    expect(screen.getByRole('img', { name: 'A master scan' })).toHaveAttribute('src', '/media-files/_d/scan-1600.webp');
    expect(screen.getByRole('button', { name: 'Zoom in' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/media-files/a/scan.tif?download');
  });

  test('explains why a HEIC picture has no preview', async () => {
    const { dialog } = await open(5);
    expect(dialog).toHaveTextContent('This type of picture can’t be previewed.');
  });

  test('closes on Back and stays on the page', async () => {
    const { dialog } = await open();
    expect(window.history.state).toMatchObject({ viewer: true });
    act(() => window.history.back());
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
    expect(window.history.state?.viewer).toBeUndefined();
  });

  test('leaves no history entry behind when it is closed', async () => {
    const { user } = await open();
    expect(window.history.state).toMatchObject({ viewer: true });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(window.history.state?.viewer).toBeUndefined());
  });

  test('reports a picture that fails to load', async () => {
    const { dialog } = await open();
    fireEvent.error(picture());
    expect(dialog).toHaveTextContent('Can’t load the image. Download it to open it.');
  });

  test('closes with its button and with Escape, and returns focus', async () => {
    const { user, dialog } = await open();
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const trigger = screen.getByRole('button', { name: 'Open' });
    await waitFor(() => expect(trigger).toHaveFocus());
    await user.click(trigger);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(trigger).toHaveFocus());
  });
});
