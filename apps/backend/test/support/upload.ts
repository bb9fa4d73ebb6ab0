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
