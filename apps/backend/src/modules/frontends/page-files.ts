import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Registry, RegistryEntry } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type PageRequests } from './build-description.ts';
import { Frontends } from './frontends.ts';

interface PageFiles {
  entry: RegistryEntry | undefined;
  requests: readonly PageRequests[];
}

/** Short, because a local build may be rebuilt with the same version. */
const CACHE_MS = 5000;
const NONE: PageFiles = { entry: undefined, requests: [] };

/** The files (with their hashes) and API requests that pages load first for each micro-frontend. */
@Injectable()
export class PageFilesOfBuilds {
  readonly #cache = new LRUCache<string, Promise<PageFiles>>({ max: 200, ttl: CACHE_MS });

  constructor(private readonly frontends: Frontends) {}

  /** Adds to the registry what pages load first for each micro-frontend, as far as it is already known. */
  async complete(registry: Registry): Promise<Registry> {
    const apps = await Promise.all(
      Object.entries(registry.apps).map(async ([name, app]) => {
        const { entry } = await this.filesOf(name, app.version);
        return [name, entry ? { ...app, entry } : app] as const;
      }),
    );
    return { ...registry, apps: Object.fromEntries(apps) };
  }

  filesOf(name: string, version: string): Promise<PageFiles> {
    const key = `${name} ${version}`;
    const cached = this.#cache.get(key);
    if (cached) return cached;
    // Without this information, the page still opens, only more slowly.
    const reading = this.#read(name, version).catch(() => NONE);
    this.#cache.set(key, reading);
    return reading;
  }

  async #read(name: string, version: string): Promise<PageFiles> {
    const build = await this.frontends.describe(name, version);
    if (!build) return NONE;
    const { entry, requests } = build;
    if (!entry) return { entry: undefined, requests };
    const base = `/mfe/${name}/${version}/`;
    const integrity = await this.#integrityOf(name, version, entry.path);
    const pages = entry.pages.map((path) => base + path);
    return { entry: { path: base + entry.path, integrity, variable: entry.variable, pages }, requests };
  }

  async #integrityOf(name: string, version: string, path: string): Promise<string> {
    const file = await this.frontends.file(name, version, path, []);
    if (!file) throw new Error(`${name} ${version} has no ${path}.`);
    const body = Buffer.isBuffer(file.body) ? file.body : await buffer(file.body);
    return `sha256-${createHash('sha256').update(body).digest('base64')}`;
  }
}
