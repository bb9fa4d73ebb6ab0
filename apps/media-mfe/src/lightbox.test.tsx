import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LightboxItem } from '@archive/shell-api';
import { accessibilityProblems, renderRoute } from '@archive/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { stubShowModal } from '../test/modal-dialogs.ts';
import { component as Lightbox } from './lightbox.tsx';

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
    expect(screen.getByText('2 of 6')).toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(dialog).toHaveAccessibleName('A clipping');
    await user.keyboard('{End}{ArrowRight}');
    expect(dialog).toHaveAccessibleName('A phone picture');
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

  test('zooms with buttons, keys, wheel, and double click, and resets for the next item', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Zoom in' }));
    expect(picture().style.transform).toContain('scale(1.5)');
    await user.keyboard('+');
    expect(picture().style.transform).toContain('scale(2.25)');
    await user.keyboard('{ArrowLeft}');
    expect(picture().style.transform).toContain('translate(80px, 0px)');
    await user.keyboard('0');
    expect(picture().style.transform).toContain('scale(1)');
    expect(fireEvent.wheel(picture(), { deltaY: -500, clientX: 500, clientY: 300 })).toBe(false);
    expect(picture().style.transform).toMatch(/scale\(2\.718/);
    await user.dblClick(picture());
    expect(picture().style.transform).toContain('scale(1)');
    await user.dblClick(picture());
    await user.keyboard('{PageDown}{PageUp}');
    expect(picture().style.transform).toContain('scale(1)');
  });

  test('stops listening to the wheel of a picture that is no longer shown', async () => {
    const { user } = await open();
    const stage = picture().parentElement!;
    expect(fireEvent.wheel(stage, { deltaY: -500 })).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(fireEvent.wheel(stage, { deltaY: -500 })).toBe(true);
  });

  test('shows a TIFF as its preview, and downloads the original', async () => {
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

  test('zooms with a pinch and steps with a swipe', async () => {
    const { dialog } = await open();
    const touch = (type: 'pointerdown' | 'pointermove' | 'pointerup', pointerId: number, clientX: number) => {
      const event = new MouseEvent(type, { bubbles: true, clientX, clientY: 300, button: 0 });
      fireEvent(picture(), Object.assign(event, { pointerId, pointerType: 'touch' }));
    };
    touch('pointerdown', 1, 450);
    touch('pointerdown', 2, 550);
    touch('pointermove', 2, 650);
    expect(picture().style.transform).toContain('scale(2)');
    touch('pointermove', 2, 550);
    touch('pointerup', 1, 450);
    touch('pointerup', 2, 550);
    expect(dialog).toHaveAccessibleName('Aground at Buoy 211');
    touch('pointerdown', 3, 700);
    touch('pointerup', 3, 500);
    expect(dialog).toHaveAccessibleName('A video');
  });

  test('rotates a picture in quarter turns', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Rotate' }));
    await user.keyboard('r');
    expect(picture().style.transform).toContain('rotate(180deg)');
  });

  test('reports a picture that fails to load', async () => {
    const { dialog } = await open();
    fireEvent.error(picture());
    expect(dialog).toHaveTextContent('Can’t load the picture. Download it to open it.');
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
