import { join } from 'node:path';
import { format, getFileInfo, resolveConfig } from 'prettier';

/** The part of an Nx tree that the generators use. */
export interface Workspace {
  root: string;
  read(path: string, encoding: 'utf-8'): string | null;
  write(path: string, content: string): void;
  exists(path: string): boolean;
}

export type Edit = (text: string) => string;

/** Collects the files of one generator, formats them and writes them together, so that a failed edit changes nothing. */
export class Changes {
  readonly #workspace: Workspace;
  readonly #files = new Map<string, string>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  /** @throws when the file exists: a generator never overwrites work */
  add(path: string, content: string): void {
    if (this.#workspace.exists(path)) throw new Error(`${path} exists already.`);
    this.#files.set(path, content);
  }

  edit(path: string, ...edits: Edit[]): void {
    let text = this.#files.get(path) ?? this.#workspace.read(path, 'utf-8');
    if (text === null) throw new Error(`${path} does not exist.`);
    for (const edit of edits) {
      const edited = edit(text);
      if (edited === text)
        throw new Error(`${path} has changed its form: the generator does not find where to add its lines.`);
      text = edited;
    }
    this.#files.set(path, text);
  }

  /** The paths that were written. */
  async write(): Promise<string[]> {
    for (const [path, content] of this.#files) {
      const file = join(this.#workspace.root, path);
      const { ignored } = await getFileInfo(file, { ignorePath: join(this.#workspace.root, '.prettierignore') });
      const formatted = ignored ? content : await format(content, { ...(await resolveConfig(file)), filepath: file });
      this.#workspace.write(path, formatted);
    }
    return [...this.#files.keys()];
  }
}

/** Adds text before the first match. */
export const before =
  (place: string | RegExp, added: string): Edit =>
  (text) =>
    text.replace(place, (match) => added + match);

/** Adds text after the first match. */
export const after =
  (place: string | RegExp, added: string): Edit =>
  (text) =>
    text.replace(place, (match) => match + added);

/** Adds text after the last match. */
export const afterLast =
  (place: RegExp, added: string): Edit =>
  (text) => {
    const last = [...text.matchAll(new RegExp(place, 'gm'))].at(-1);
    if (!last) return text;
    const end = last.index + last[0].length;
    return text.slice(0, end) + added + text.slice(end);
  };

const KEBAB = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** A name in the forms that code uses. @throws when it is not lowercase words joined by hyphens */
export function nameCases(name: string) {
  if (!KEBAB.test(name)) throw new Error(`"${name}" must be lowercase words joined by hyphens, like ship-log.`);
  const words = name.split('-');
  const Pascal = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
  return {
    kebab: name,
    snake: words.join('_'),
    Pascal,
    camel: Pascal[0]?.toLowerCase() + Pascal.slice(1),
    words: words.join(' '),
  };
}

/** A name for a migration: the current UTC time to the second, later than all others. */
export function migrationTime(existing: readonly string[], now = new Date()): string {
  const time = now.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const last = existing.toSorted().at(-1) ?? '';
  return time > last ? time : String(BigInt(last) + 1n);
}

const MIGRATIONS = 'apps/backend/src/database/migrations/index.ts';

/** Times of all migrations, from their names. */
export function migrationTimes(workspace: Workspace): string[] {
  return [...(workspace.read(MIGRATIONS, 'utf-8') ?? '').matchAll(/name: '(\d{14})-/g)].map(([, time = '']) => time);
}

/** Printed by Nx after it has written the files. */
export const nextSteps = (summary: string, commands: readonly string[]) => () => {
  console.log(`\n${summary} Run next:\n${commands.map((command) => `  ${command}`).join('\n')}\n`);
};
