import type { Publishable } from '@archive/contracts';
import { Injectable } from '@nestjs/common';
import { notFound, Problem, invalidFields } from '../../common/index.ts';
import { describeBuild } from './build-description.ts';
import { checkCompressed, digestOf, readFiles } from './build-files.ts';
import { Checks, gateProblem } from './checks.ts';
import { FrontEndRegistry } from './registry.ts';
import { FrontEndVersions, type VersionRow } from './versions.ts';

interface Build {
  version: string;
  files: readonly { path: string; content: string }[];
}

interface Smoke {
  passed: boolean;
  problems: string[];
  revision: number;
}

/** Publishes builds as candidates: checks, stores, then registers them. */
@Injectable()
export class Publishing {
  readonly #checks: Checks;
  readonly #registry: FrontEndRegistry;
  readonly #versions: FrontEndVersions;

  constructor(checks: Checks, registry: FrontEndRegistry, versions: FrontEndVersions) {
    this.#checks = checks;
    this.#registry = registry;
    this.#versions = versions;
  }

  async publish(name: Publishable, { version, files: sent }: Build, by: string) {
    const files = readFiles(name, sent);
    await checkCompressed(files);
    const digest = digestOf(files);
    const published = { name, version, digest };
    if (sameBuild(await this.#versions.find(name, version), published)) return published;

    const bodies = new Map(files.map(({ path, body }) => [path, body]));
    const build = await describeBuild((path) => Promise.resolve(bodies.get(path)));
    if (!build)
      throw invalidFields([{ path: 'files', message: 'The build has no valid archive.json and mf-manifest.json.' }]);
    if (build.name !== name || build.version !== version)
      throw invalidFields([
        {
          path: 'version',
          message: `The build says that it is ${build.name} ${build.version}, not ${name} ${version}.`,
        },
      ]);
    if (name === 'shell' && !bodies.has('index.html'))
      throw invalidFields([{ path: 'files', message: 'The shell must contain index.html.' }]);
    const problems = await this.#checks.problemsOf(build, await this.#registry.fresh());
    if (problems.length > 0) throw gateProblem(422, build, problems);

    await this.#versions.store(name, digest, files);
    const { contract, uses } = build;
    const hashes = Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]));
    const added = await this.#versions.register({ ...published, contract, uses, published_by: by }, hashes);
    if (!added) sameBuild(await this.#versions.find(name, version), published);
    return published;
  }

  /** Saves the result of a smoke test. */
  async saveSmoke(name: string, version: string, smoke: Smoke, by: string): Promise<void> {
    const saved = await this.#versions.saveSmoke(name, version, { ...smoke, by, at: new Date().toISOString() });
    if (!saved) throw notFound(`${name} has no version ${version}.`);
  }
}

/**
 * Whether the version is already published with this build.
 * @throws Problem 409 if it has another one
 */
function sameBuild(
  row: VersionRow | undefined,
  { name, version, digest }: { name: string; version: string; digest: string },
) {
  if (!row) return false;
  if (row.digest === digest) return true;
  throw new Problem(
    409,
    `${name} ${version} already exists with different files. Publish this build under a new version number.`,
  );
}
