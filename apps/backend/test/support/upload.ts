import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { OperationResponse, mediaOperations } from '@archive/contracts';
import type { Browser } from './browser.ts';

export type Uploaded = OperationResponse<typeof mediaOperations.upload>;

interface UploadResponse {
  status: number;
  body: Uploaded & { detail: string; media_slug: string; errors?: { path: string; message: string }[] };
  headers: Headers;
}

/** Uploads a file with its fields, like the upload dialog. The file name does not reveal its type. */
export async function upload(
  browser: Browser,
  file: Buffer,
  fields: Record<string, string> = {},
  { fileFirst = false, headers = {} }: { fileFirst?: boolean; headers?: Record<string, string> } = {},
): Promise<UploadResponse> {
  const form = new FormData();
  const put = () => form.set('file', new Blob([new Uint8Array(file)]), 'any name.bin');
  if (fileFirst) put();
  for (const [name, value] of Object.entries({ title: 'At the rail', ...fields })) form.set(name, value);
  if (!fileFirst) put();
  const response = await browser.request('POST', '/api/curator/media/upload', { body: form, headers });
  return {
    status: response.status,
    body: (await response.json()) as UploadResponse['body'],
    headers: response.headers,
  };
}

/** The first bytes contain a small file. The others are sent with pauses in which a server could close the connection. */
const PIECES = [0, 2000, 300_000, undefined];
const PAUSE_MS = 150;

/**
 * Sends a form as a slow client does, which reads the response only after it has sent everything. Returns the response as text.
 * Fails if the server closes the connection before that.
 */
export async function uploadBeforeReading(browser: Browser, path: string, form: FormData): Promise<string> {
  const request = new Request(browser.url, { method: 'POST', body: form });
  const body = Buffer.from(await request.arrayBuffer());
  const { hostname: host, port } = new URL(browser.url);
  const socket = connect({ host, port: Number(port) });
  const failure = once(socket, 'error').then(([error]) => Promise.reject(error as Error));
  const head = [
    `POST ${path} HTTP/1.1`,
    `host: ${host}:${port}`,
    `cookie: ${[...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    `content-type: ${request.headers.get('content-type')}`,
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  try {
    for (const [index, end] of PIECES.slice(1).entries()) {
      socket.write(body.subarray(PIECES[index], end));
      await Promise.race([pause(PAUSE_MS), failure]);
    }
    return await Promise.race([text(socket), failure]);
  } finally {
    socket.destroy();
  }
}
