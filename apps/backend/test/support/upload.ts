import type { CallAnswer, mediaCalls } from '@archive/contracts';
import type { Browser } from './browser.ts';

export type Uploaded = CallAnswer<typeof mediaCalls.upload>;

interface Sent {
  status: number;
  body: Uploaded & { detail: string; media_slug: string; errors?: { path: string; message: string }[] };
  headers: Headers;
}

/** Sends a file with its fields, as the dialog does; the file's name says nothing of what it is. */
export async function upload(
  browser: Browser,
  file: Buffer,
  fields: Record<string, string> = {},
  { fileFirst = false, headers = {} }: { fileFirst?: boolean; headers?: Record<string, string> } = {},
): Promise<Sent> {
  const form = new FormData();
  const put = () => form.set('file', new Blob([new Uint8Array(file)]), 'any name.bin');
  if (fileFirst) put();
  for (const [name, value] of Object.entries({ title: 'At the rail', ...fields })) form.set(name, value);
  if (!fileFirst) put();
  const answer = await browser.request('POST', '/api/curator/media/upload', { body: form, headers });
  return { status: answer.status, body: (await answer.json()) as Sent['body'], headers: answer.headers };
}
