import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { env } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MediaItem, MediaView } from '@archive/contracts';
import sharp from 'sharp';
import { DerivativeTasks } from '../../src/modules/media/derivatives/derivative-tasks.ts';
import { PlaybackTasks } from '../../src/modules/media/requested-files.ts';
import { INPUT_FILE } from '../../src/modules/sandbox/exchange.ts';
import { findFfmpeg } from '../../src/modules/sandbox/ffmpeg.ts';
import { measure } from '../../src/modules/sandbox/audio-video.ts';
import { anMp4 } from '../builders/files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { aVideo, aRecording, FFMPEG_SKIPPED, hasFfmpeg } from '../support/video.ts';
import { waitUntil } from '../support/wait-until.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';

const withFfmpeg = hasFfmpeg ? test : test.skip;

let api: TestApi;
let curator: Browser;
let worker: Awaited<ReturnType<typeof startWorker>>;
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'videos-'));
  api = await startApi();
  curator = await api.signIn();
  worker = await startWorker(api);
});
afterAll(async () => {
  await worker.close();
  await api.close();
  await rm(directory, { recursive: true });
});

const mediaOf = (slug: string) => curator.json<MediaItem>(`/api/media/${slug}`);
const viewOf = (slug: string) => curator.json<MediaView>(`/api/media/${slug}/view`);

async function uploadFile(file: Buffer): Promise<string> {
  const { status, body } = await upload(curator, file, { title: 'Video' });
  if (status !== 201) throw new Error(body.detail);
  return body.media_slug;
}

async function uploadAndPreview(file: Buffer): Promise<MediaItem> {
  const slug = await uploadFile(file);
  await waitUntil(async () => (await mediaOf(slug)).preview_state !== 'waiting');
  return mediaOf(slug);
}

/** Uploads a file and waits until its version for browsers is ready or has failed. */
async function uploadAndView(file: Buffer): Promise<MediaView> {
  const slug = await uploadFile(file);
  await waitUntil(async () => (await viewOf(slug)).state !== 'waiting', 60_000);
  return viewOf(slug);
}

/** Codecs and duration of the file that the player gets, and whether its index comes first. */
async function probePlayer({ player }: MediaView) {
  const response = await curator.get(player?.url ?? '');
  const bytes = Buffer.from(await response.arrayBuffer());
  const file = path.join(directory, 'played');
  await writeFile(file, bytes);
  const entries = ['-show_entries', 'stream=codec_name,pix_fmt,width,height:format=duration', '-of', 'json', file];
  const { streams, format } = JSON.parse(spawnSync('ffprobe', ['-v', 'error', ...entries]).stdout.toString());
  return {
    type: response.headers.get('content-type'),
    codecs: (streams as { codec_name: string }[]).map(({ codec_name }) => codec_name),
    pixels: streams[0],
    seconds: Math.round(Number(format.duration)),
    isIndexFirst: bytes.indexOf('moov') < bytes.indexOf('mdat'),
  };
}

describe('posters of videos', () => {
  withFfmpeg.each<[string, string, string[], number, number]>([
    ['an MP4', 'film.mp4', ['-c:v', 'mpeg4'], 320, 240],
    ['an AVI with wide pixels', 'film.avi', ['-c:v', 'mpeg4', '-vf', 'setsar=3/2'], 480, 240],
  ])(
    `are made of %s, whose size, codecs and duration are stored${FFMPEG_SKIPPED}`,
    async (_, name, options, width, height) => {
      const media = await uploadAndPreview(await aVideo(name, options));
      expect(media).toMatchObject({ media_type: 'video', preview_state: 'ready', preview_error: null, width, height });
      expect(media.codecs).toMatch(/^MPEG-4, (?:AAC|MP3)$/);
      expect(media.duration).toBeCloseTo(2, 0);
      const poster = await curator.get(media.public_derivative_url ?? '');
      const picture = sharp(Buffer.from(await poster.arrayBuffer()));
      expect(await picture.metadata()).toMatchObject({ format: 'webp', width, height });
      const [red, green] = (await picture.stats()).channels;
      expect(red?.mean).toBeGreaterThan(220);
      expect(green?.mean).toBeLessThan(40);
    },
  );

  withFfmpeg(`are missing for a damaged video, with a reason${FFMPEG_SKIPPED}`, async () => {
    const media = await uploadAndPreview(anMp4());
    expect(media).toMatchObject({
      preview_state: 'failed',
      preview_error: 'The video is damaged, so it has no preview.',
      preview_failure: 'damaged',
      thumbnail_url: null,
      duration: null,
    });
    expect(await viewOf(media.media_slug)).toMatchObject({ state: 'failed', error: media.preview_error });
  });

  withFfmpeg.each([
    ['an HLS playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nother.ts\n#EXT-X-ENDLIST\n'],
    ['a list of files to join', 'ffconcat version 1.0\nfile other.ts\n'],
  ])(`do not show files that %s names${FFMPEG_SKIPPED}`, async (_, playlist) => {
    const other = await aVideo('other.ts', ['-c:v', 'mpeg2video']);
    await writeFile(path.join(directory, 'other.ts'), other);
    await writeFile(path.join(directory, INPUT_FILE), playlist);
    const programs = (await findFfmpeg())!;
    const run = async ([command = '', ...options]: readonly string[]) =>
      spawnSync(command, options, { cwd: directory }).status === 0;
    expect(await measure(directory, 'video/mpeg', programs, run)).toBeUndefined();

    await writeFile(path.join(directory, INPUT_FILE), other);
    expect((await measure(directory, 'video/mpeg', programs, run))?.size).toEqual({ width: 320, height: 240 });
  });

  test('are missing where ffmpeg is not installed, with a reason', async () => {
    const { PATH } = env;
    env.PATH = directory;
    try {
      const media = await uploadAndPreview(anMp4());
      expect(media).toMatchObject({
        preview_state: 'failed',
        preview_error: 'No preview: ffmpeg is not installed.',
        preview_failure: 'unsupported',
      });
      // Browsers usually play an MP4.
      expect((await viewOf(media.media_slug)).player?.url).toBe(media.url);
    } finally {
      env.PATH = PATH;
    }
  });
});

describe('what browsers play', () => {
  withFfmpeg.each<[string, string, string[]]>([
    ['an MP4 with H.264 and AAC', 'film.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']],
    ['a WebM', 'film.webm', ['-c:v', 'libvpx', '-c:a', 'libvorbis']],
  ])(`is the file itself of %s${FFMPEG_SKIPPED}`, async (_, name, options) => {
    const view = await uploadAndView(await aVideo(name, options));
    const { url } = await mediaOf(view.media_slug);
    expect(view).toMatchObject({ state: 'ready', error: null, player: { kind: 'video', url } });
  });

  withFfmpeg.each<[string, string, string[], number, number]>([
    ['an AVI', 'film.avi', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame', '-vf', 'setsar=3/2'], 480, 240],
    ['an MPEG', 'film.mpg', ['-c:v', 'mpeg2video', '-c:a', 'mp2', '-r', '25'], 320, 240],
    ['a Matroska video', 'film.mkv', ['-c:v', 'mpeg4', '-c:a', 'flac'], 320, 240],
    ['a MOV with ProRes', 'film.mov', ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le'], 320, 240],
    ['an MP4 with colors that browsers lack', 'film.mp4', ['-c:v', 'libx264', '-pix_fmt', 'yuv444p'], 320, 240],
  ])(`is an MP4 made of %s${FFMPEG_SKIPPED}`, async (_, name, options, width, height) => {
    const view = await uploadAndView(await aVideo(name, options));
    expect(view).toMatchObject({ state: 'ready', error: null, player: { kind: 'video' } });
    expect(view.player?.url).toMatch(/\/_derivatives\/.*\/playback\.mp4$/);
    expect(await probePlayer(view)).toMatchObject({
      type: 'video/mp4',
      codecs: ['h264', 'aac'],
      pixels: { pix_fmt: 'yuv420p', width, height },
      seconds: 2,
      isIndexFirst: true,
    });
  });

  withFfmpeg(`is the H.264 video of a MOV in another container${FFMPEG_SKIPPED}`, async () => {
    const view = await uploadAndView(
      await aVideo('film.mov', ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']),
    );
    expect(await probePlayer(view)).toMatchObject({ type: 'video/mp4', codecs: ['h264', 'aac'], seconds: 2 });
  });

  withFfmpeg(`is kept until its replacement is ready, and is deleted with the file${FFMPEG_SKIPPED}`, async () => {
    const before = await uploadAndView(await aVideo('film.avi', ['-c:v', 'mpeg4']));
    const slug = before.media_slug;
    const rebuilt = await curator.post(`/api/curator/media/${slug}/previews`, {});
    expect(rebuilt.status).toBe(202);
    const urls = new Set<string | null | undefined>();
    await waitUntil(async () => {
      const url = (await viewOf(slug)).player?.url;
      urls.add(url);
      return url !== before.player?.url;
    }, 60_000);
    expect(urls).not.toContain(null);
    const after = await viewOf(slug);
    expect(after.state).toBe('ready');
    await waitUntil(async () => (await curator.get(before.player?.url ?? '')).status === 404);
    expect((await curator.get(after.player?.url ?? '')).status).toBe(200);
    await curator.send('DELETE', `/api/curator/media/${slug}?delete_from_s3=true`);
    await waitUntil(async () => (await curator.get(after.player?.url ?? '')).status === 404);
  });

  withFfmpeg(
    `can’t be made of a video without decodable frames, and the reason is shown${FFMPEG_SKIPPED}`,
    async () => {
      const video = await aVideo('film.avi', ['-c:v', 'mpeg4', '-an']);
      const start = video.indexOf('movi') + 4;
      video.fill(0xff, start + 8, video.indexOf('idx1', start));
      const view = await uploadAndView(video);
      expect(view).toMatchObject({ state: 'failed', error: 'The video is damaged, so it has no preview.' });
      expect(view.player?.url).toBeNull();
    },
  );
});

describe('recordings', () => {
  withFfmpeg(`have a duration and a waveform, and are never used as a cover${FFMPEG_SKIPPED}`, async () => {
    const media = await uploadAndPreview(await aRecording('speech.mp3'));
    expect(media).toMatchObject({ media_type: 'audio', preview_state: 'ready', codecs: 'MP3', width: null });
    expect(media.duration).toBeCloseTo(2, 0);
    const waveform = await curator.get(media.public_derivative_url ?? '');
    const picture = sharp(Buffer.from(await waveform.arrayBuffer()));
    const { width, height, hasAlpha } = await picture.metadata();
    expect({ width, height, hasAlpha }).toEqual({ width: 1600, height: 320, hasAlpha: true });
    const alpha = (await picture.stats()).channels[3];
    expect(alpha?.min).toBe(0);
    expect(alpha?.max).toBe(255);
    expect(await viewOf(media.media_slug)).toMatchObject({ state: 'ready', player: { kind: 'audio', url: media.url } });
  });

  withFfmpeg.each<[string, string, string[]]>([
    ['Apple Lossless', 'speech.m4a', ['-c:a', 'alac']],
    ['AIFF', 'speech.aiff', []],
    ['Ogg Vorbis', 'speech.ogg', ['-c:a', 'libvorbis']],
  ])(`in %s are converted${FFMPEG_SKIPPED}`, async (_, name, options) => {
    const view = await uploadAndView(await aRecording(name, options));
    expect(view).toMatchObject({ state: 'ready', player: { kind: 'audio' } });
    expect(await probePlayer(view)).toMatchObject({ type: 'audio/mp4', codecs: ['aac'], seconds: 2 });
  });

  withFfmpeg(`that are damaged say so${FFMPEG_SKIPPED}`, async () => {
    const wav = await aRecording('speech.flac');
    wav.fill(0x55, 4);
    expect(await uploadAndPreview(wav)).toMatchObject({
      preview_state: 'failed',
      preview_error: 'The recording is damaged, so it has no preview.',
    });
  });
});

describe('videos and recordings of earlier versions', () => {
  withFfmpeg(`get their duration and codecs from the worker${FFMPEG_SKIPPED}`, async () => {
    const { media_slug: slug } = await uploadAndPreview(await aRecording('speech.mp3'));
    await api.asOwner(`update media set duration = null, codecs = null, playable = null where slug = '${slug}'`);
    await worker.get(PlaybackTasks, { strict: false }).resume();
    await worker.get(DerivativeTasks, { strict: false }).resume();
    await waitUntil(async () => (await mediaOf(slug)).codecs === 'MP3');
  });
});
