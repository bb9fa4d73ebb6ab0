import path from 'node:path';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { isCode, isTest, projectFiles, ROOT } from './language/sources.ts';

/**
 * Which project may depend on which, by Nx tag. Each project has one tag of each kind in its package.json (`nx.tags`): `scope`, the
 * part of the product it belongs to, and `type`, its place among the layers. A dependency must be allowed for both tags.
 */
export const TAG_RULES: Readonly<Record<string, readonly string[]>> = {
  'scope:shared': ['scope:shared'],
  'scope:backend': ['scope:shared', 'scope:backend', 'scope:edition'],
  // Rendered by the worker, with components of the browser.
  'scope:edition': ['scope:shared', 'scope:browser', 'scope:edition'],
  'scope:browser': ['scope:shared', 'scope:browser'],
  // The editing code is bundled by the micro-frontends; the shell doesn't contain it.
  'scope:editing': ['scope:shared', 'scope:browser', 'scope:editing'],
  'scope:shell': ['scope:shared', 'scope:browser', 'scope:shell'],
  'scope:voyages': ['scope:shared', 'scope:browser', 'scope:editing', 'scope:voyages'],
  'scope:people': ['scope:shared', 'scope:browser', 'scope:editing', 'scope:people'],
  'scope:media': ['scope:shared', 'scope:browser', 'scope:editing', 'scope:media'],
  'scope:stories': ['scope:shared', 'scope:browser', 'scope:editing', 'scope:stories'],
  'scope:tools': ['scope:tools', 'scope:shared', 'scope:build', 'scope:bench'],
  // The build writes the contract version that the shell compares.
  'scope:build': ['scope:tools', 'scope:browser'],
  // Compares the shipped micro-frontends with a single bundle of the same pages.
  'scope:bench': [
    'scope:shared',
    'scope:tools',
    'scope:build',
    'scope:voyages',
    'scope:people',
    'scope:media',
    'scope:stories',
  ],

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

const projectsIn = (dependencies: Record<string, string> = {}) =>
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
        dependencies: projectsIn(dependencies),
        devDependencies: projectsIn(devDependencies),
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

/** A file and what it imports, as paths from the root. */
export type Imports = Map<string, string[]>;

/** A cycle among the children of one folder: `common` → `database` → `common`. */
export interface Cycle {
  folder: string;
  /** The children in the order of their imports; the last one imports the first. */
  children: string[];
  /** One import for each step. */
  imports: string[];
}

/** The relative imports of source files, types included, and what they load on demand if `onDemand`. `read` is given for tests. */
export function importsOf(
  files: string[],
  root: string,
  read = (file: string) => readFileSync(path.join(root, file), 'utf8'),
  onDemand = false,
): Imports {
  const fileSet = new Set(files);
  return new Map(
    files.map((file) => {
      const targets = specifiersOf(file, read(file), onDemand);
      const relative = targets.filter((target) => target.startsWith('.'));
      const resolved = relative.map((target) => path.posix.join(path.posix.dirname(file), target));
      return [
        file,
        [...new Set(resolved)].filter((target) => fileSet.has(target) || existsSync(path.join(root, target))),
      ];
    }),
  );
}

/**
 * Each import joins two children of the deepest folder that holds both files: a subfolder, or a file beside it. Among the children of
 * one folder there must be no cycle, so that a folder can be read, tested and moved with only those it depends on.
 */
export function folderCycles(imports: Imports): Cycle[] {
  const graphs = new Map<string, Map<string, Map<string, string>>>();
  for (const [file, targets] of imports)
    for (const target of targets) {
      const [folder, from, to] = siblings(file, target);
      if (from === to) continue;
      const graph = graphs.get(folder) ?? graphs.set(folder, new Map()).get(folder)!;
      const edges = graph.get(from) ?? graph.set(from, new Map()).get(from)!;
      if (!edges.has(to)) edges.set(to, `${file} → ${target}`);
    }
  return [...graphs].flatMap(([folder, graph]) =>
    components(graph).map((children) => ({
      folder,
      children,
      imports: children.flatMap((child) =>
        [...(graph.get(child) ?? [])].filter(([to]) => children.includes(to)).map(([, edge]) => edge),
      ),
    })),
  );
}

/** Files that import each other in a circle, also where they load each other on demand. */
export const fileCycles = (imports: Imports): string[][] =>
  components(
    new Map([...imports].map(([file, targets]) => [file, new Map(targets.map((target) => [target, target]))])),
  );

function siblings(left: string, right: string): [folder: string, one: string, other: string] {
  const [a, b] = [left.split('/'), right.split('/')];
  let shared = 0;
  while (shared < a.length - 1 && shared < b.length - 1 && a[shared] === b[shared]) shared += 1;
  return [a.slice(0, shared).join('/'), a[shared]!, b[shared]!];
}

/** Tarjan's strongly connected components with more than one member. */
function components(graph: Map<string, Map<string, string>>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (node: string): void => {
    index.set(node, index.size);
    low.set(node, index.get(node)!);
    stack.push(node);
    for (const next of graph.get(node)?.keys() ?? []) {
      if (!index.has(next)) {
        visit(next);
        low.set(node, Math.min(low.get(node)!, low.get(next)!));
      } else if (stack.includes(next)) low.set(node, Math.min(low.get(node)!, index.get(next)!));
    }
    if (low.get(node) !== index.get(node)) return;
    const members = stack.splice(stack.indexOf(node));
    if (members.length > 1) cycles.push(members);
  };
  for (const node of graph.keys()) if (!index.has(node)) visit(node);
  return cycles;
}

if (import.meta.main) check();

/**
 * Fails when folders, or a folder and a file beside it, import each other, or files do, also on demand; and when a project depends on one
 * that its tags do not allow, or that its package.json does not list.
 */
function check(): void {
  const files = projectFiles().filter(isCode);
  const sources = files.filter((file) => !isTest(file) && /^(?:apps|libs|tools)\//.test(file));
  const projects = readProjects(ROOT);
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
  const problems = [
    ...folderCycles(importsOf(sources, ROOT)).map(
      ({ folder, children, imports }) =>
        `${folder}: ${children.join(' ↔ ')}\n${imports.map((item) => `    ${item}`).join('\n')}`,
    ),
    ...fileCycles(importsOf(sources, ROOT, undefined, true)).map((circle) => `Import each other: ${circle.join(', ')}`),
    ...declarationProblems(projects),
    ...importProblems(projects, files, isTest, read),
  ];
  for (const problem of problems) console.error(problem);
  console.log(
    `${sources.length} files of ${projects.length} projects, ${problems.length} cycles or forbidden dependencies.`,
  );
  if (problems.length > 0) process.exitCode = 1;
}
