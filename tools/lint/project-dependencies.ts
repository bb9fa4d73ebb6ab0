import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import path from 'node:path';

/**
 * Which project may depend on which, by Nx tag. Each project has one tag of each kind in its package.json (`nx.tags`): `scope`, the
 * part of the product it belongs to, and `type`, its place among the layers. A dependency must be allowed for both tags.
 */
export const TAG_RULES: Readonly<Record<string, readonly string[]>> = {
  'scope:shared': ['scope:shared'],
  'scope:backend': ['scope:shared', 'scope:backend'],
  'scope:browser': ['scope:shared', 'scope:browser'],
  // The editing code is bundled by the micro-frontends; the shell doesn't contain it.
  'scope:editing': ['scope:shared', 'scope:browser', 'scope:editing'],
  'scope:shell': ['scope:shared', 'scope:browser', 'scope:shell'],
  'scope:voyages': ['scope:shared', 'scope:browser', 'scope:editing', 'scope:voyages'],
  'scope:people': ['scope:shared', 'scope:browser', 'scope:editing', 'scope:people'],
  'scope:media': ['scope:shared', 'scope:browser', 'scope:editing', 'scope:media'],
  'scope:tools': ['scope:tools', 'scope:shared', 'scope:build', 'scope:bench'],
  // The build writes the contract version that the shell compares.
  'scope:build': ['scope:tools', 'scope:browser'],
  // Compares the shipped micro-frontends with a single bundle of the same pages.
  'scope:bench': ['scope:shared', 'scope:tools', 'scope:build', 'scope:voyages', 'scope:people', 'scope:media'],

  'type:util': ['type:util'],
  'type:facade': [],
  'type:ui': ['type:util'],
  'type:data-access': ['type:util', 'type:facade'],
  'type:feature': ['type:util', 'type:facade', 'type:ui', 'type:data-access', 'type:feature'],
  'type:testing': ['type:util', 'type:facade', 'type:ui', 'type:data-access', 'type:feature'],
  'type:remote': ['type:util', 'type:facade', 'type:ui', 'type:data-access', 'type:feature'],
  'type:app': ['type:util', 'type:facade', 'type:ui', 'type:data-access', 'type:feature'],
  'type:tool': ['type:tool', 'type:util', 'type:feature', 'type:remote'],
  'type:e2e': [],
};

/** What tests and configuration files may use in addition; such a dependency belongs in `devDependencies`. */
const DEVELOPMENT_TAGS: readonly string[] = ['type:testing', 'type:tool'];

/** A project of the workspace, from its package.json. */
export interface Project {
  name: string;
  /** Its folder, relative to the root of the repository. */
  folder: string;
  tags: readonly string[];
  /** Names of the projects it depends on. */
  dependencies: readonly string[];
  devDependencies: readonly string[];
}

interface PackageJson {
  name: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  nx?: { tags?: string[] };
}

const SCOPE = '@archive/';
const PARENTS = ['apps', 'libs', 'tools'];

const siblings = (dependencies: Record<string, string> = {}) =>
  Object.keys(dependencies).filter((name) => name.startsWith(SCOPE));

/** All projects of the workspace. */
export function readProjects(root: string): Project[] {
  const folders = PARENTS.flatMap((parent) =>
    existsSync(path.join(root, parent)) ? readdirSync(path.join(root, parent)).map((name) => `${parent}/${name}`) : [],
  );
  return [...folders, 'e2e']
    .filter((folder) => existsSync(path.join(root, folder, 'package.json')))
    .map((folder) => {
      const file = readFileSync(path.join(root, folder, 'package.json'), 'utf8');
      const { name, dependencies, devDependencies, nx } = JSON.parse(file) as PackageJson;
      return {
        name,
        folder,
        tags: nx?.tags ?? [],
        dependencies: siblings(dependencies),
        devDependencies: siblings(devDependencies),
      };
    });
}

/** Why a project may not depend on another one; undefined if it may. */
export function violationOf(project: Project, dependency: Project, development: boolean): string | undefined {
  if (project === dependency || (development && dependency.tags.some((tag) => DEVELOPMENT_TAGS.includes(tag))))
    return undefined;
  for (const tag of project.tags) {
    const allowed = TAG_RULES[tag] ?? [];
    if (!dependency.tags.some((tag) => allowed.includes(tag)))
      return `${tag} may depend on ${allowed.join(', ') || 'no project'} only, and ${dependency.name} is ${dependency.tags.join(', ')}`;
  }
  return undefined;
}

const KINDS = ['scope:', 'type:'];

/** Every violation in the package.json files: wrong tags, and dependencies that the tags do not allow. */
export function declarationProblems(projects: readonly Project[]): string[] {
  const projectsByName = new Map(projects.map((project) => [project.name, project]));
  return projects.flatMap((project) => {
    const file = `${project.folder}/package.json`;
    const tags = KINDS.filter((kind) => project.tags.filter((tag) => tag.startsWith(kind)).length !== 1);
    const unknown = project.tags.filter((tag) => !(tag in TAG_RULES));
    const dependencies = (names: readonly string[], development: boolean) =>
      names.flatMap((name) => {
        const other = projectsByName.get(name);
        const violation = other ? violationOf(project, other, development) : 'there is no such project';
        return violation ? [`${file}: depends on ${name}, but ${violation}.`] : [];
      });
    return [
      ...tags.map((kind) => `${file}: nx.tags needs one tag that starts with ${kind}`),
      ...unknown.map((tag) => `${file}: tools/lint/tags.ts has no rule for ${tag}`),
      ...dependencies(project.dependencies, false),
      ...dependencies(project.devDependencies, true),
    ];
  });
}

/** Everything a source file imports, for its types too, and what it loads on demand unless `onDemand` is false. */
export function specifiersOf(file: string, source: string, onDemand = true): string[] {
  const { module } = parseSync(file, source);
  const loaded = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(source.slice(start, end));
    return literal?.[2] ?? [];
  });
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...(onDemand ? loaded : []),
  ];
}

/** Every import of another project that the tags or package.json do not allow. `isTest` tells tests by their path. */
export function importProblems(
  projects: readonly Project[],
  files: readonly string[],
  isTest: (file: string) => boolean,
  read: (file: string) => string,
): string[] {
  const projectsByName = new Map(projects.map((project) => [project.name, project]));
  const inFolder = (file: string) => projects.find(({ folder }) => file.startsWith(`${folder}/`));
  return files.flatMap((file) => {
    const project = inFolder(file);
    if (!project) return [];
    // Configuration files are outside of `src`.
    const isDevelopment = isTest(file) || !file.startsWith(`${project.folder}/src/`);
    return [...new Set(specifiersOf(file, read(file)))].flatMap((specifier) => {
      const isPath = specifier.startsWith('.');
      const other = isPath
        ? inFolder(path.posix.join(path.posix.dirname(file), specifier))
        : projectsByName.get(specifier.split('/').slice(0, 2).join('/'));
      if (!other || other === project) return [];
      const violation =
        violationOf(project, other, isDevelopment) ??
        (isPath ? undefined : missingDependency(project, other, isDevelopment));
      return violation ? [`${file}: imports ${specifier}, but ${violation}.`] : [];
    });
  });
}

function missingDependency(project: Project, dependency: Project, development: boolean): string | undefined {
  const { dependencies, devDependencies, folder } = project;
  const isProduct = folder.startsWith('apps/') || folder.startsWith('libs/');
  const declared = development || !isProduct ? [...dependencies, ...devDependencies] : dependencies;
  return declared.includes(dependency.name) ? undefined : `${folder}/package.json does not list ${dependency.name}`;
}
