import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { text } from 'node:stream/consumers';
import { fileTypeOf } from './file-types.ts';
import { type Encodings, type FrontEndFile, type FrontEndSource, isPlainPath } from './front-end-source.ts';

const PATIENCE_MS = 5000;

function fetchFile(address: string, encodings: Encodings): Promise<IncomingMessage | undefined> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | undefined>();
  const get = address.startsWith('https:') ? httpsGet : httpGet;
  const headers = { 'accept-encoding': encodings.join(', ') || 'identity' };
  const request = get(address, { headers, timeout: PATIENCE_MS }, (response) => {
    if (response.statusCode === 200) return resolve(response);
    response.resume();
    resolve(undefined);
  });
  request.on('timeout', () => request.destroy());
  request.on('error', () => resolve(undefined));
  return promise;
}

/**
 * One build behind an address of its own, a container's or a development server's: `mf-manifest.json` and the other files right
 * below it. Its version is the one that the manifest gives.
 */
export class ServerSource implements FrontEndSource {
  readonly #origin: string;
  #version: string | undefined;

  constructor(origin: string) {
    this.#origin = origin;
  }

  async newestVersion(): Promise<string | undefined> {
    const response = await fetchFile(`${this.#origin}/mf-manifest.json`, []);
    const manifest: unknown =
      response &&
      (await text(response)
        .then(JSON.parse)
        .catch(() => undefined));
    this.#version = versionIn(manifest) ?? this.#version;
    return versionIn(manifest);
  }

  async hasVersion(version: string): Promise<boolean> {
    return (this.#version ?? (await this.newestVersion())) === version;
  }

  async file(version: string | undefined, name: string, encodings: Encodings): Promise<FrontEndFile | undefined> {
    const type = fileTypeOf(name);
    if (!isPlainPath(name) || type === undefined) return undefined;
    if (version !== undefined && !(await this.hasVersion(version))) return undefined;
    const response = await fetchFile(`${this.#origin}/${name}`, encodings);
    if (!response) return undefined;
    const sent = response.headers['content-encoding'];
    return {
      body: response,
      encoding: encodings.find((encoding) => encoding === sent),
      type,
      etag: response.headers.etag,
    };
  }
}

function versionIn(manifest: unknown): string | undefined {
  let at: unknown = manifest;
  for (const member of ['metaData', 'buildInfo', 'buildVersion']) {
    at = typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[member] : undefined;
  }
  return typeof at === 'string' && isPlainPath(at) ? at : undefined;
}
