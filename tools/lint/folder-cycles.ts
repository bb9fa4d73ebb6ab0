import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { specifiersOf } from './project-dependencies.ts';

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
