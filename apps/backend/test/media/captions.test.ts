import {
  historyOperations,
  mediaCaptionOperations,
  mediaOperations,
  mediaViewOperations,
  trashOperations,
} from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { anMp3, aPng } from '../builders/files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { upload } from '../support/upload.ts';
import { send, sendAny, sendRejected } from '../writing/send.ts';

let api: TestApi;
let curator: Browser;
beforeAll(async () => {
  api = await startApi();
  curator = await api.signIn();
});
afterAll(() => api.close());

const VTT = `WEBVTT
Kind: captions

NOTE made by hand

1
00:00:01.000 --> 00:00:04.000 line:0
<v Captain>Cast <i>off</i> &amp; sail!

00:05.500 --> 00:07.000
Aye.
`;
const FRENCH = 'WEBVTT\n\n00:01.000 --> 00:04.000\nNon.\n';

let slug: string;
beforeEach(async () => {
  slug = (await upload(curator, anMp3(), { title: 'Toast' })).body.media_slug;
});

const set = (language: string, content: string, label = 'English') =>
  send(curator, mediaCaptionOperations.set, { params: { media_slug: slug, language }, body: { label, content } });
const expectRejection = (content: string, status: number, media_slug = slug, language = 'en') =>
  sendRejected(
    curator,
    mediaCaptionOperations.set,
    { params: { media_slug, language }, body: { label: 'English', content } },
    status,
  );
const captionsOf = async (media_slug = slug) =>
  (await send(curator, mediaViewOperations.get, { params: { media_slug } })).body.captions;
const languages = async () => (await captionsOf()).map(({ language }) => language);
const revisions = async () => (await send(curator, historyOperations.list, { params: { kind: 'media', slug } })).body;

describe('captions', () => {
  test('are added for a language, listed, and served as WebVTT and as a transcript', async () => {
    expect((await set('en-us', VTT)).body).toEqual({ media_slug: slug, revision: expect.any(Number) });
    await set('fr', FRENCH, 'French');
    const listed = await captionsOf();
    expect(listed).toEqual([
      { language: 'en-US', label: 'English', url: `/api/media/${slug}/captions/en-US` },
      { language: 'fr', label: 'French', url: `/api/media/${slug}/captions/fr` },
    ]);
    const file = await curator.get(listed[0]!.url);
    expect(file.headers.get('content-type')).toBe('text/vtt; charset=utf-8');
    expect(await file.text()).toBe(VTT);
    const transcript = await send(curator, mediaCaptionOperations.transcript, {
      params: { media_slug: slug, language: 'en-US' },
    });
    expect(transcript.body).toEqual({
      language: 'en-US',
      label: 'English',
      cues: [
        { start: 1, text: 'Cast off & sail!' },
        { start: 5.5, text: 'Aye.' },
      ],
    });
    const visitor = await api.visitor();
    expect((await visitor.get(listed[0]!.url)).status).toBe(401);
  });

  test('are replaced and removed with a revision each; saving the same captions creates none', async () => {
    await set('en', VTT);
    expect((await set('en', VTT)).body.revision).toBeNull();
    await set('en', FRENCH);
    expect((await revisions())[0]?.changes).toEqual([
      expect.objectContaining({ field: 'captions', label: 'Captions', to: expect.stringMatching(/^English \(en\), /) }),
    ]);
    const { revision } = (
      await send(curator, mediaCaptionOperations.remove, { params: { media_slug: slug, language: 'en' } })
    ).body;
    expect(await captionsOf()).toEqual([]);
    await send(curator, historyOperations.restore, { params: { kind: 'media', slug, revision: revision! } });
    expect(await (await curator.get(`/api/media/${slug}/captions/en`)).text()).toBe(FRENCH);
  });

  test('are restored with a recording from the trash', async () => {
    await set('en', VTT);
    await send(curator, mediaOperations.remove, { params: { media_slug: slug }, query: {} });
    expect((await curator.get(`/api/media/${slug}/captions/en`)).status).toBe(404);
    await send(curator, trashOperations.restore, { body: { media_slugs: [slug] } });
    expect(await languages()).toEqual(['en']);
  });

  test('that browsers can’t read are rejected with the line number', async () => {
    const reason = async (content: string) => (await expectRejection(content, 422)).errors?.[0];
    expect(await reason('1\n00:00:01,000 --> 00:00:04,000\nCast off!\n')).toEqual({
      path: 'content',
      message: expect.stringMatching(/^This isn’t a valid WebVTT file\. Line 1: /),
    });
    expect(
      (await reason('WEBVTT\n\n00:01.000 --> 00:04.000\nAye.\n\n00:05,000 --> 00:06.000\nNo.\n'))?.message,
    ).toMatch(/Line 6: /);
    expect((await reason('WEBVTT\n'))?.message).toBe('This file has no captions.');
    expect((await reason(`WEBVTT\n\n${'a'.repeat(500_001)}`))?.path).toBe('content');
    await expectRejection(VTT, 404, slug, 'not a language');
    await expectRejection(VTT, 404, 'nothing');
    const picture = (await upload(curator, await aPng(), { title: 'On deck' })).body.media_slug;
    expect((await expectRejection(VTT, 415, picture)).detail).toBe('Only videos and recordings have captions.');
    expect(await captionsOf()).toEqual([]);
  });

  test('need a signed-in user and an existing language', async () => {
    const visitor = await api.visitor();
    const params = { media_slug: slug, language: 'en' };
    expect(
      (await sendAny(visitor, mediaCaptionOperations.set, { params, body: { label: 'English', content: VTT } })).status,
    ).toBe(401);
    expect((await sendAny(visitor, mediaCaptionOperations.remove, { params })).status).toBe(401);
    await sendRejected(curator, mediaCaptionOperations.remove, { params }, 404);
    await sendRejected(curator, mediaCaptionOperations.transcript, { params }, 404);
  });
});
