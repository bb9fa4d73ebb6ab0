import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { LightboxItem } from '@archive/shell-api';
import { accessibilityProblems, renderRoute } from '@archive/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { letDialogsOpen } from '../test/modal-dialogs.ts';
import { component as Lightbox } from './lightbox.tsx';

const item = (with_: Partial<LightboxItem>): LightboxItem => ({
  url: '/media-files/harry-truman/image/aground.jpg',
  title: 'Aground at Buoy 211',
  media_type: 'image',
  date: '1946-02-18',
  credit: 'Charlotte News',
  description: 'Freed after *thirty* hours.',
  rights: 'http://rightsstatements.org/vocab/NoC-US/1.0/',
  ...with_,
});
const ITEMS = [
  item({}),
  item({ url: '/media-files/a/film.mov', title: 'A film', media_type: 'video', rights: null }),
  item({ url: '/media-files/a/scan.pdf', title: 'A clipping', media_type: 'article' }),
  item({ url: '/media-files/a/report.docx', title: 'A report', media_type: 'document' }),
];

function Page({ start }: { start: number }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Look
      </button>
      {open && <Lightbox items={ITEMS} start={start} onClose={() => setOpen(false)} />}
    </>
  );
}

async function look(start = 0) {
  const view = await renderRoute([{ index: true, element: <Page start={start} /> }], '/');
  await view.user.click(screen.getByRole('button', { name: 'Look' }));
  return { ...view, dialog: await screen.findByRole('dialog') };
}
const picture = () => screen.getByRole('img', { name: 'Aground at Buoy 211' });

beforeEach(() => {
  letDialogsOpen();
  jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 1000, 600));
});
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the lightbox', () => {
  test('shows a picture with what is known of it, its rights as a link, and a download', async () => {
    const { dialog } = await look();
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

  test('goes through the set by buttons and keys, and stops at its ends', async () => {
    const { user, dialog } = await look();
    expect(screen.getByRole('button', { name: 'Previous' })).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(dialog).toHaveAccessibleName('A film');
    expect(screen.getByText('2 of 4')).toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(dialog).toHaveAccessibleName('A clipping');
    await user.keyboard('{End}{ArrowRight}');
    expect(dialog).toHaveAccessibleName('A report');
    await user.keyboard('{Home}{ArrowLeft}');
    expect(dialog).toHaveAccessibleName('Aground at Buoy 211');
  });

  test('plays a film, frames a PDF whatever the record calls it, and says what a browser cannot show', async () => {
    const { user, dialog } = await look(1);
    expect(within(dialog).getByLabelText('A film', { selector: 'video' })).toHaveAttribute('src', ITEMS[1]?.url);
    expect(screen.queryByRole('button', { name: 'Zoom in' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(screen.getByTitle('A clipping')).toHaveAttribute('src', ITEMS[2]?.url);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(dialog).toHaveTextContent('The browser cannot show this kind of file. Download it to open it.');
  });

  test('magnifies by buttons, keys, wheel and double click, and is whole again for the next one', async () => {
    const { user } = await look();
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

  test('magnifies under two fingers, and goes on under one', async () => {
    const { dialog } = await look();
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
    expect(dialog).toHaveAccessibleName('A film');
  });

  test('turns a picture by quarters', async () => {
    const { user } = await look();
    await user.click(screen.getByRole('button', { name: 'Rotate' }));
    await user.keyboard('r');
    expect(picture().style.transform).toContain('rotate(180deg)');
  });

  test('says when the picture cannot be had', async () => {
    const { dialog } = await look();
    fireEvent.error(picture());
    expect(dialog).toHaveTextContent('The picture could not be loaded. Download it to open it.');
  });

  test('closes by its button and by Escape, and focus is back where it was', async () => {
    const { user, dialog } = await look();
    fireEvent(dialog, new Event('cancel', { cancelable: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const trigger = screen.getByRole('button', { name: 'Look' });
    await waitFor(() => expect(trigger).toHaveFocus());
    await user.click(trigger);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(trigger).toHaveFocus());
  });
});
