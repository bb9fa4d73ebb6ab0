import { Injectable } from '@nestjs/common';
import { Problem, invalidFields } from '../../common/index.ts';
import { BuildSignatures } from './build-signatures.ts';
import { describeBuild } from './build-description.ts';
import { checkCompressed, digestOf, readFiles } from './build-files.ts';
import { Checks, confirmationProblem, gateProblem } from './checks.ts';
import { Frontends } from './frontends.ts';
import { nameListProblems } from './gates.ts';
import { fileProblems, loadedBytes, sizeProblems } from './published-files.ts';
import { FrontendRegistry } from './registry.ts';
import { Registrations } from './registrations.ts';
import { FrontendVersions, type VersionRow } from './versions.ts';

interface Build {
  version: string;
  files: readonly { path: string; content: string }[];
  /** Whether the publisher has confirmed the warnings. */
  confirm?: boolean | undefined;
  /** Signature made with the publisher's key. */
  signature?: string | undefined;
  /** Where the build comes from. */
  source?: { commit?: string | undefined; pipeline_url?: string | undefined } | undefined;
}

/** Publishes builds as candidates: checks, stores and then registers them. */
@Injectable()
export class Publishing {
  constructor(
    private readonly signatures: BuildSignatures,
    private readonly checks: Checks,
    private readonly frontends: Frontends,
    private readonly registry: FrontendRegistry,
    private readonly registrations: Registrations,
    private readonly versions: FrontendVersions,
  ) {}

  /** Returns the published build and the fingerprint of the key that signed it. */
  async publish(
    name: string,
    { version, files: inputFiles, source = {}, signature, confirm = false }: Build,
    publishedBy: string,
  ) {
    await this.registrations.require(name);
    const files = readFiles(name, inputFiles);
    await checkCompressed(files);
    const digest = digestOf(files);
    const key = this.signatures.check({ name, version, digest, ...source }, signature);
    const published = { name, version, digest };
    if (sameBuild(await this.versions.find(name, version), published)) {
      // Repairs files that were damaged in storage.
      await this.versions.store(name, digest, files);
      await this.versions.restore(name, version);
      return { ...published, key };
    }

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
    const live = await this.registry.fresh();
    const loaded_bytes = loadedBytes(new Map(files.map(({ path, body }) => [path, body.length])));
    const size = sizeProblems(`${name} ${version}`, {
      bytes: loaded_bytes,
      budget: (await this.registrations.find(name))?.budget ?? build.budget,
      before: await this.#sizeOf(name, live.apps[name]?.version),
    });
    const problems = [
      ...fileProblems(name, files),
      ...size.rejected,
      ...nameListProblems(build),
      ...(await this.checks.problemsOf(build, live)),
    ];
    if (problems.length > 0) throw gateProblem(422, build, problems);

    if (!confirm && size.unconfirmed.length > 0) throw confirmationProblem(size.unconfirmed);

    await this.versions.store(name, digest, files);
    const { contract, uses } = build;
    const hashes = Object.fromEntries(files.map(({ path, sha256 }) => [path, sha256]));
    const { commit: commit_hash = null, pipeline_url = null } = source;
    const origin = { published_by: publishedBy, commit_hash, pipeline_url, signed_by: key ?? null };
    const row = { ...published, ...origin, contract, uses, loaded_bytes };
    const isNew = await this.versions.register(row, hashes);
    if (!isNew) sameBuild(await this.versions.find(name, version), published);
    return { ...published, key };
  }

  async #sizeOf(name: string, version: string | undefined) {
    const bytes = version === undefined ? undefined : await this.frontends.loadedBytes(name, version);
    return version === undefined || bytes === undefined ? undefined : { version, bytes };
  }
}

/**
 * Whether the version is already published with this build.
 * @throws Problem 409 if the version has a different build
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
