import { execFileSync, spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { env } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MediaItem } from '@archive/contracts';
import sharp from 'sharp';
import { INPUT_FILE } from '../../src/modules/sandbox/exchange.ts';
import { findFfmpeg, replaceByPoster } from '../../src/modules/sandbox/video-poster.ts';
import { anMp4 } from '../builders/files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { waitUntil } from '../support/tcp-proxy.ts';
import { upload } from '../support/upload.ts';
import { startWorker } from '../support/worker.ts';

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const withFfmpeg = hasFfmpeg ? test : test.skip;
const SKIPPED = hasFfmpeg ? '' : ' (skipped: ffmpeg is not installed)';

describe('posters of videos', () => {
  let api: TestApi;
  let curator: Browser;
  let worker: Awaited<ReturnType<typeof startWorker>>;
  let directory: string;
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'films-'));
    api = await startApi();
    curator = await api.signIn();
    worker = await startWorker(api);
  });
  afterAll(async () => {
    await worker.close();
    await api.close();
    await rm(directory, { recursive: true });
  });

  /** Two seconds of red. */
  async function film(name: string, options: string[]): Promise<Buffer> {
    const file = path.join(directory, name);
    const source = ['-f', 'lavfi', '-i', 'color=red:size=320x240:rate=10:duration=2'];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...source, ...options, file]);
    return readFile(file);
  }

  async function drawn(file: Buffer): Promise<MediaItem> {
    const { status, body } = await upload(curator, file, { title: 'Film' });
    if (status !== 201) throw new Error(body.detail);
    const get = () => curator.json<MediaItem>(`/api/media/${body.media_slug}`);
    await waitUntil(async () => (await get()).preview_state !== 'waiting');
    return get();
  }

  withFfmpeg.each<[string, string, string[], number, number]>([
    ['an MP4', 'film.mp4', ['-c:v', 'mpeg4'], 320, 240],
    ['an AVI with wide pixels', 'film.avi', ['-c:v', 'mpeg4', '-vf', 'setsar=3/2'], 480, 240],
  ])(`are made of %s${SKIPPED}`, async (_, name, options, width, height) => {
    const media = await drawn(await film(name, options));
    expect(media).toMatchObject({ media_type: 'video', preview_state: 'ready', preview_error: null, width, height });
    const poster = await curator.get(media.public_derivative_url ?? '');
    const picture = sharp(Buffer.from(await poster.arrayBuffer()));
    expect(await picture.metadata()).toMatchObject({ format: 'webp', width, height });
    const [red, green] = (await picture.stats()).channels;
    expect(red?.mean).toBeGreaterThan(220);
    expect(green?.mean).toBeLessThan(40);
  });

  withFfmpeg(`are missing for a damaged video, with a reason${SKIPPED}`, async () => {
    expect(await drawn(anMp4())).toMatchObject({
      preview_state: 'failed',
      preview_error: 'The video is damaged, so it has no preview.',
      thumbnail_url: null,
    });
  });

  withFfmpeg.each([
    ['an HLS playlist', '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\nother.ts\n#EXT-X-ENDLIST\n'],
    ['a list of files to join', 'ffconcat version 1.0\nfile other.ts\n'],
  ])(`are not drawn of the files that %s names${SKIPPED}`, async (_, playlist) => {
    await film('other.ts', ['-c:v', 'mpeg2video']);
    await writeFile(path.join(directory, INPUT_FILE), playlist);
    const programs = (await findFfmpeg())!;
    const run = async ([command = '', ...options]: readonly string[]) =>
      spawnSync(command, options, { cwd: directory }).status === 0;
    expect(await replaceByPoster(directory, programs, run)).toBeUndefined();

    await copyFile(path.join(directory, 'other.ts'), path.join(directory, INPUT_FILE));
    expect(await replaceByPoster(directory, programs, run)).toEqual({ width: 320, height: 240 });
  });

  test('are missing where ffmpeg is not installed, with a reason', async () => {
    const { PATH } = env;
    env.PATH = directory;
    try {
      expect(await drawn(anMp4())).toMatchObject({
        preview_state: 'failed',
        preview_error: 'No preview: ffmpeg is not installed.',
      });
    } finally {
      env.PATH = PATH;
    }
  });
});
