import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { MediaCaption } from '@archive/contracts';
import { EditModeSwitch } from '@archive/shell-api';
import { accessibilityProblems, mockApi, problem, renderRoute } from '@archive/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Toaster, toast } from '@archive/ui';
import { aView } from '../test/viewer.ts';
import { PlayerWithCaptions } from './features/player/player.tsx';

const api = mockApi();
const SET = 'PUT /api/curator/media/{media_slug}/captions/{language}';
const REMOVE = 'DELETE /api/curator/media/{media_slug}/captions/{language}';
const ENGLISH: MediaCaption = { language: 'en', label: 'English', url: '/api/media/reel/captions/en' };
const VTT = 'WEBVTT\n\n00:01.000 --> 00:04.000\nCast off!\n';

/** A file with `text()`, which jsdom lacks. */
const aFile = (name: string, text: string) =>
  Object.assign(new File([text], name, { type: 'text/vtt' }), { text: () => Promise.resolve(text) });

const page = (
  <>
    <EditModeSwitch />
    <PlayerWithCaptions
      file={{ slug: 'reel', title: 'Reel', kind: 'video', url: '/media-files/reel.mp4', posterUrl: null }}
    />
    <Toaster />
  </>
);
async function show(editing = false) {
  const view = await renderRoute([{ index: true, element: page }], '/');
  // Reset edit mode, whose state is shared between tests.
  const edit = await screen.findByRole<HTMLInputElement>('switch', { name: 'Edit Mode' });
  if (edit.checked !== editing) fireEvent.click(edit);
  return view;
}
const respond = (captions: MediaCaption[]) =>
  api.respond(
    'GET /api/media/{media_slug}/view',
    aView({ player: { kind: 'video', url: '/media-files/reel.mp4', duration: 65 }, captions }),
  );

beforeEach(() => respond([ENGLISH]));
afterEach(() => act(() => toast.dismiss()));

describe('captions', () => {
  test('are available in the player and have transcripts', async () => {
    api.respond('GET /api/media/{media_slug}/transcripts/{language}', {
      language: 'en',
      label: 'English',
      cues: [{ start: 61, text: 'Cast off!' }],
    });
    HTMLMediaElement.prototype.play = () => Promise.resolve();
    const { user, container } = await show();
    await screen.findByRole('heading', { name: 'Captions' });
    const track = container.querySelector('track');
    expect(track).toHaveAttribute('src', ENGLISH.url);
    expect(track).toHaveAttribute('srclang', 'en');
    expect(track).toHaveAttribute('label', 'English');
    expect(screen.queryByRole('button', { name: 'Add captions' })).toBeNull();
    await user.click(screen.getByText('Transcript: English'));
    expect(await screen.findByText('Cast off!')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Play from 1:01' }));
    expect(container.querySelector('video')?.currentTime).toBe(61);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('can be added from a file in a chosen language, with Undo', async () => {
    respond([]);
    api.respond(SET, { media_slug: 'reel', revision: 3 });
    const { user } = await show(true);
    await user.click(await screen.findByRole('button', { name: 'Add captions' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add captions' });
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'Language' }), 'fr');
    expect(within(dialog).getByRole('textbox', { name: /Label in the player/ })).toHaveValue('French');
    await user.upload(within(dialog).getByLabelText(/WebVTT file/), aFile('reel.vtt', VTT));
    expect(await accessibilityProblems(dialog)).toEqual([]);
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Save' })).toBeEnabled());
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(api.requests(SET)).toHaveLength(1));
    expect(api.requests(SET)[0]).toMatchObject({
      params: { media_slug: 'reel', language: 'fr' },
      body: { label: 'French', content: VTT },
    });
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument();
  });

  test('with errors are rejected with the line number, and files that aren’t text are rejected too', async () => {
    const message = 'This isn’t a valid WebVTT file. Line 6: No decimal separator (".") found.';
    api.respond(SET, problem(422, 'Fix these fields.', { errors: [{ path: 'content', message }] }));
    const { user } = await show(true);
    await user.click(await screen.findByRole('button', { name: 'Replace captions: English' }));
    const dialog = await screen.findByRole('dialog', { name: 'Replace captions: English' });
    const input = within(dialog).getByLabelText(/WebVTT file/);
    await user.upload(input, aFile('a.vtt', '\uFFFD\uFFFDW'));
    expect(await within(dialog).findByText(/isn’t UTF-8 text/)).toBeInTheDocument();
    await user.upload(input, aFile('b.vtt', VTT));
    await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Save' })).toBeEnabled());
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText(message)).toBeInTheDocument();
  });

  test('can be removed, with Undo', async () => {
    api.respond(REMOVE, { media_slug: 'reel', revision: 4 });
    const { user } = await show(true);
    await user.click(await screen.findByRole('button', { name: 'Remove captions: English' }));
    await waitFor(() => expect(api.requests(REMOVE)[0]?.params).toEqual({ media_slug: 'reel', language: 'en' }));
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeInTheDocument();
  });
});
