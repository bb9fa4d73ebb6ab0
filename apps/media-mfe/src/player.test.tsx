import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { MediaPlayer, MediaView } from '@archive/contracts';
import { accessibilityProblems, mockApi, problem, renderRoute } from '@archive/testing';
import { fireEvent, screen } from '@testing-library/react';
import { aView } from '../test/viewer.ts';
import { Player, type PlayedFile } from './features/player/player.tsx';

const api = mockApi();
const VIEW = 'GET /api/media/{media_slug}/view';
const FILE: PlayedFile = {
  slug: 'reel',
  title: 'Reel',
  kind: 'video',
  url: '/media-files/truman/video/reel.avi',
  posterUrl: null,
};
const MP4 = '/media-files/_derivatives/1-a/playback.mp4';
const POSTER = {
  page: 1,
  url: '/media-files/_derivatives/1-b/large.webp',
  thumbnail_url: null,
  width: 320,
  height: 240,
  tiles: null,
};

const show = (file: Partial<PlayedFile> = {}) =>
  renderRoute([{ index: true, element: <Player file={{ ...FILE, ...file }} autoPlay /> }], '/');
const respond = (player: Partial<MediaPlayer>, view: Partial<MediaView> = {}) =>
  api.respond(
    VIEW,
    aView({ player: { kind: 'video', url: MP4, duration: 65, ...player }, pictures: [POSTER], ...view }),
  );
const video = () => screen.findByLabelText<HTMLVideoElement>('Reel', { selector: 'video' });

function stubMedia(reduced: boolean): void {
  window.matchMedia = ((query: string) => ({
    matches: reduced && query.includes('reduced-data'),
  })) as typeof window.matchMedia;
}

beforeEach(() => stubMedia(false));
afterEach(() => {
  jest.restoreAllMocks();
});

describe('the player', () => {
  test('plays supported files, with a poster, and loads nothing before playing', async () => {
    respond({});
    const { container } = await show();
    expect(await video()).toHaveAttribute('src', MP4);
    expect(await video()).toHaveAttribute('poster', POSTER.url);
    expect(await video()).toHaveAttribute('preload', 'none');
    expect((await video()).autoplay).toBe(true);
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('does not autoplay for people who prefer reduced data', async () => {
    stubMedia(true);
    respond({}, { pictures: [] });
    await show();
    expect((await video()).autoplay).toBe(false);
    expect(await video()).toHaveAttribute('preload', 'none');
  });

  test('does not autoplay when the browser saves data', async () => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
    try {
      respond({});
      await show();
      expect((await video()).autoplay).toBe(false);
    } finally {
      Reflect.deleteProperty(navigator, 'connection');
    }
  });

  test('says that a video is being prepared, and plays it once it’s ready', async () => {
    respond({ url: null }, { state: 'waiting' });
    await show();
    expect(await screen.findByText(/^The video is being prepared/)).toBeInTheDocument();
    expect(document.querySelector('video')).toBeNull();
    respond({});
    expect(await screen.findByLabelText('Reel', { selector: 'video' }, { timeout: 5000 })).toHaveAttribute('src', MP4);
  });

  test('says why there is nothing to play', async () => {
    respond({ url: null }, { state: 'failed', error: 'The video is damaged, so it has no preview.', pictures: [] });
    await show();
    expect(await screen.findByText('The video is damaged, so it has no preview.')).toBeInTheDocument();
    expect(document.querySelector('video')).toBeNull();
  });

  test('replaces the player with a message if the browser can’t play the file', async () => {
    await show({ slug: null });
    fireEvent.error(await video());
    expect(await screen.findByText('Your browser can’t play this video. Download it to open it.')).toBeInTheDocument();
    expect(document.querySelector('video')).toBeNull();
  });

  test('shows the waveform and progress of a recording, and plays from where it is clicked', async () => {
    const url = '/media-files/truman/audio/toast.mp3';
    respond({ kind: 'audio', url, duration: 100 });
    const { user, container } = await show({ kind: 'audio' });
    const audio = await screen.findByLabelText<HTMLAudioElement>('Reel', { selector: 'audio' });
    expect(audio).toHaveAttribute('src', url);
    const waveform = container.querySelector<HTMLElement>('[data-played]');
    expect(waveform?.querySelector('img')).toHaveAttribute('src', POSTER.url);
    expect(waveform).toHaveAttribute('data-played', '0%');
    jest.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 96));
    await user.pointer({ keys: '[MouseLeft]', target: waveform!, coords: { clientX: 50, clientY: 10 } });
    expect(audio.currentTime).toBe(25);
    fireEvent.timeUpdate(audio);
    expect(waveform).toHaveAttribute('data-played', '25%');
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('offers Retry when the server doesn’t respond', async () => {
    api.respond(VIEW, problem(404, 'Media not found in database.'));
    const { user } = await show();
    expect(await screen.findByText(/Can’t load this video/, {}, { timeout: 5000 })).toBeInTheDocument();
    respond({});
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await video()).toHaveAttribute('src', MP4);
  });
});
