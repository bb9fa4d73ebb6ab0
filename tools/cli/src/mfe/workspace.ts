import { UserError } from '@archive/postgres';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Libraries } from './create.ts';

/** Where the commands run: this repository, or a team's own project that uses the published packages. */
export interface Workspace {
  /** The prefix of the commands, as people type it. */
  command: string;
  /** Names of the micro-frontends whose sources are here. */
  names: readonly string[];
  /** The name that commands without one apply to. */
  ownName: string | undefined;
  /** The folder of a micro-frontend's project; undefined if its sources are elsewhere. */
  projectOf(name: string): string | undefined;
  /** The folder of the packages and of Git. */
  root: string;
  /** Packages that a new project installs. */
  libraries(): Libraries;
}

const CONFIGURATION = 'rspack.config.mjs';
const NO_FRONTEND = 'backend';

/** The repository of the archive: micro-frontends are in `apps`, in folders named `people-mfe`, and so is the shell. */
export function repository(root: string): Workspace {
  const projects = new Map(
    readdirSync(join(root, 'apps'))
      .filter((folder) => folder !== NO_FRONTEND && existsSync(join(root, 'apps', folder, CONFIGURATION)))
      .map((folder) => [folder.replace(/-mfe$/, ''), join(root, 'apps', folder)]),
  );
  return {
    command: 'npm run mfe --',
    names: [...projects.keys()],
    ownName: undefined,
    projectOf: (name) => projects.get(name),
    root,
    libraries() {
      throw new UserError('In this repository, run: npx nx g @archive/generators:remote logbook');
    },
  };
}

/** A project with one micro-frontend, in the current folder. Its package has the name of the micro-frontend. */
export function ownProject(root: string, libraries: Libraries): Workspace {
  const file = join(root, 'package.json');
  const isProject = existsSync(join(root, CONFIGURATION)) && existsSync(file);
  const name = isProject
    ? (JSON.parse(readFileSync(file, 'utf8')) as { name: string }).name.replace(/^@[^/]+\//, '')
    : undefined;
  return {
    command: 'npx archive-mfe',
    names: name === undefined ? [] : [name],
    ownName: name,
    projectOf: (requested) => (requested === name ? root : undefined),
    root,
    libraries: () => libraries,
  };
}

/** @throws a `UserError` if the sources of a micro-frontend are elsewhere */
export function requireProject(workspace: Workspace, name: string): string {
  const project = workspace.projectOf(name);
  if (project !== undefined) return project;
  const here = workspace.names.join(', ') || 'none; run the command in the folder of a micro-frontend';
  throw new UserError(`The sources of "${name}" are not here. Micro-frontends here: ${here}.`);
}
