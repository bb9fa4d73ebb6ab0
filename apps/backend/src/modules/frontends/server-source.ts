import { get as httpGet, type IncomingMessage } from 'node:http';
import { get as httpsGet } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { declaredVersion } from './build-description.ts';
import { fileTypeOf } from './file-types.ts';
import { type Encodings, type FrontendFile, type FrontendSource, isPlainPath } from './frontend-source.ts';

const TIMEOUT_MS = 5000;

function fetchFile(address: string, encodings: Encodings): Promise<IncomingMessage | undefined> {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage | undefined>();
  const get = address.startsWith('https:') ? httpsGet : httpGet;
  const headers = { 'accept-encoding': encodings.join(', ') || 'identity' };
  const request = get(address, { headers, timeout: TIMEOUT_MS }, (response) => {
    if (response.statusCode === 200) return resolve(response);
    response.resume();
    resolve(undefined);
  });
  request.on('timeout', () => request.destroy());
  request.on('error', () => resolve(undefined));
  return promise;
}

/**
 * A single build on its own server (a container or a development server), with `archive.json` and the other files at its root. The build
 * declares its version. Replacing the container changes the build while the archive is running.
 */
export class ServerSource implements FrontendSource {
  readonly isStatic = false;
  readonly #origin: string;
  readonly #single: boolean;
  #version: string | undefined;

  constructor(origin: string, single: boolean) {
    this.#origin = origin;
    this.#single = single;
  }

  async newestVersion(): Promise<string | undefined> {
    const currentVersion = await declaredVersion(async (name) => {
      const response = await fetchFile(`${this.#origin}/${name}`, []);
      return response && buffer(response).catch(() => undefined);
    });
    const version = currentVersion !== undefined && isPlainPath(currentVersion) ? currentVersion : undefined;
    this.#version = version ?? this.#version;
    return version;
  }

  async hasVersion(version: string): Promise<boolean> {
    return (this.#version ?? (await this.newestVersion())) === version;
  }

  /** Unknown, because a server doesn't list its files. */
  sizes(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  async file(version: string, name: string, encodings: Encodings): Promise<FrontendFile | undefined> {
    const type = fileTypeOf(name);
    if (!isPlainPath(name) || type === undefined) return undefined;
    if (!this.#single && !(await this.hasVersion(version))) return undefined;
    const response = await fetchFile(`${this.#origin}/${name}`, encodings);
    if (!response) return undefined;
    const contentEncoding = response.headers['content-encoding'];
    return {
      body: response,
      encoding: encodings.find((encoding) => encoding === contentEncoding),
      type,
      etag: response.headers.etag,
    };
  }
}
