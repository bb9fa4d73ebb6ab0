import { createHash, randomBytes } from 'node:crypto';
import { mediaOperations, type MediaUpload, uploadOperations } from '@archive/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { UploadParts } from '../../src/modules/media/resumable/upload-parts.ts';
import { Storage, UPLOADS_PREFIX } from '../../src/modules/storage/index.ts';
import { aPng } from '../builders/files.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Browser } from '../support/browser.ts';
import { S3Server } from '../support/s3-server.ts';
import { send, sendAny, sendRejected } from '../writing/send.ts';

const MB = 1024 * 1024;
const server = new S3Server('library');
let api: TestApi;
let curator: Browser;
beforeAll(async () => {
  await server.start();
  api = await startApi({
    environment: { ...server.environment, S3_PUBLIC_URL: server.url, MAX_UPLOAD_MB: '40' },
  });
  curator = await api.signIn();
});
afterAll(async () => {
  await api.close();
  await server.stop();
});

/** A picture of 20 MB: three parts. */
let file: Buffer;
beforeEach(async () => {
  file = Buffer.concat([await aPng({ width: 20, height: 20 }), randomBytes(20 * MB)]);
});

const checksumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64');
const start = async (size = file.length) => {
  const { body } = await send(curator, uploadOperations.startDirect, { body: { size } });
  const id = body.upload_id ?? '';
  const parts = Array.from({ length: Math.ceil(size / body.part_bytes) }, (_, index) =>
    file.subarray(index * body.part_bytes, (index + 1) * body.part_bytes),
  );
  return { params: { upload_id: id }, parts };
};
type Started = Awaited<ReturnType<typeof start>>;
async function addressOf({ params }: Started, number: number, sha256: string) {
  const body = { parts: [{ number, sha256 }] };
  const [address] = (await send(curator, uploadOperations.directParts, { params, body })).body;
  return address!;
}
/** Sends a part as a browser does, without the session of the archive. */
async function put(started: Started, number: number, sent?: Buffer): Promise<number> {
  const part = started.parts[number - 1]!;
  const { url, headers } = await addressOf(started, number, checksumOf(part));
  const response = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(sent ?? part) });
  await response.arrayBuffer();
  return response.status;
}
async function putAll(started: Started): Promise<void> {
  // In reverse order, because any order is allowed.
  for (const number of started.parts.map((_, index) => started.parts.length - index))
    expect(await put(started, number)).toBe(200);
}
const fields = { title: 'At the rail' } as MediaUpload;
async function finish({ params }: Started, more = {}) {
  const response = await sendAny(curator, uploadOperations.finish, { params, body: { ...fields, ...more } });
  return { status: response.status, body: (await response.json()) as { media_slug: string; detail?: string } };
}
const state = ({ params }: Started) => send(curator, uploadOperations.directState, { params }).then(({ body }) => body);
const uploadKeys = () => [...server.objects.keys()].filter((key) => key.startsWith(UPLOADS_PREFIX));

describe('an upload to the bucket', () => {
  test('is sent in parts in any order, and stored with its checksum', async () => {
    const started = await start();
    await put(started, 3);
    expect(await state(started)).toMatchObject({ size: file.length, parts: [3] });
    expect((await finish(started)).status).toBe(409);
    await putAll(started);
    const { status, body } = await finish(started);
    expect(status).toBe(201);
    const slug = body.media_slug;
    const { body: facts } = await send(curator, mediaOperations.get, { params: { slug } });
    expect(facts).toMatchObject({ size: file.length, content_type: 'image/png' });
    const link = (await curator.get(facts.url!)).headers.get('location');
    const stored = Buffer.from(await (await fetch(link!)).arrayBuffer());
    expect(checksumOf(stored)).toBe(checksumOf(file));
    expect(uploadKeys()).toEqual([]);
    await sendRejected(curator, uploadOperations.directState, { params: started.params }, 404);
  });

  test('is rejected by the bucket when a part has other content or another size than its URL was signed for', async () => {
    const started = await start();
    const damaged = Buffer.from(started.parts[0]!);
    damaged[1000] = (damaged[1000] ?? 0) ^ 1;
    expect(await put(started, 1, damaged)).toBe(400);
    expect(await put(started, 1, started.parts[0]!.subarray(1))).toBe(403);
    const { url, headers } = await addressOf(started, 1, checksumOf(started.parts[0]!));
    const other = { ...headers, 'x-amz-checksum-sha256': checksumOf(damaged) };
    expect((await fetch(url, { method: 'PUT', headers: other, body: new Uint8Array(damaged) })).status).toBe(403);
    expect((await state(started)).parts).toEqual([]);
  });

  test('is also checked by the archive, because some buckets do not check it', async () => {
    const started = await start();
    await putAll(started);
    const { body: part } = server.objects.get(uploadKeys()[1]!)!;
    part[5] = (part[5] ?? 0) ^ 1;
    const { status, body } = await finish(started);
    expect([status, body]).toMatchObject([410, { detail: 'The file was damaged during the upload. Upload it again.' }]);
    expect([(await finish(started)).status, uploadKeys()]).toEqual([404, []]);
  });

  test('is rejected because of its content', async () => {
    file = Buffer.concat([Buffer.from('<!doctype html><script>alert(1)</script>'), randomBytes(9 * MB)]);
    const started = await start();
    await putAll(started);
    expect((await finish(started)).status).toBe(415);
    expect(uploadKeys()).toEqual([]);
  });

  test('of a duplicate can be stored anyway, without sending it again', async () => {
    const first = await start();
    await putAll(first);
    expect((await finish(first)).status).toBe(201);
    const second = await start();
    await putAll(second);
    expect(await finish(second)).toMatchObject({ status: 409, body: { media_slug: expect.any(String) } });
    expect(await state(second)).toMatchObject({ parts: [1, 2, 3] });
    expect((await finish(second, { allow_duplicate: 'true' })).status).toBe(201);
  });

  test('belongs to the person who started it, and a token cannot start one', async () => {
    const started = await start();
    const visitor = api.visitor();
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/parts'],
    ] as const) {
      const url = `/api/curator/media/direct-uploads/${started.params.upload_id}${path}`;
      expect((await visitor.send(method, url, method === 'POST' ? { parts: [] } : undefined)).status).toBe(401);
    }
    const parts = [{ number: 4, sha256: checksumOf(file) }];
    await sendRejected(curator, uploadOperations.directParts, { params: started.params, body: { parts } }, 422);
  });

  test('that is too large is refused before it is sent', async () => {
    const body = { size: 41 * MB };
    const { detail } = await sendRejected(curator, uploadOperations.startDirect, { body }, 413);
    expect(detail).toBe('Files can be up to 40 MB. This file is larger.');
  });

  test('that is not finished is deleted after a day', async () => {
    const started = await start();
    await put(started, 1);
    const complete = await start();
    await putAll(complete);
    await finish(complete);
    const tomorrow = new Date(Date.now() + 60_000);
    await api.app.get(UploadParts, { strict: false }).expire(tomorrow);
    await api.app.get(Storage, { strict: false }).clean(tomorrow);
    expect([server.uploads.size, uploadKeys()]).toEqual([0, []]);
    await sendRejected(curator, uploadOperations.directState, { params: started.params }, 404);
  });

  test('is allowed by the content security policy of the page', async () => {
    const policy = (await curator.get('/')).headers.get('content-security-policy') ?? '';
    expect(/connect-src [^;]*/.exec(policy)?.[0]).toContain(new URL(server.url).origin);
  });
});

test('files go through the archive when browsers can’t reach the bucket', async () => {
  const closed = await startApi({ environment: server.environment });
  const { body } = await send(await closed.signIn(), uploadOperations.startDirect, { body: { size: 20 * MB } });
  expect(body.upload_id).toBeNull();
  await closed.close();
});
