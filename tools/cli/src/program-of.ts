import { UserError } from '@archive/postgres';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file of a program that a package contains, as a project finds the package. */
export function programOf(packageName: string, program: string, project: string): string {
  for (let folder = project; ; folder = dirname(folder)) {
    const file = join(folder, 'node_modules', packageName, program);
    if (existsSync(file)) return realpathSync(file);
    if (folder === dirname(folder))
      throw new UserError(`${packageName} is not installed in ${project}. Run npm install.`);
  }
}
