import type { Workspace } from './workspace.ts';

const MIGRATIONS = 'apps/backend/src/database/migrations/index.ts';

/** Times of all migrations, from their names. */
export function migrationTimes(workspace: Workspace): string[] {
  return [...(workspace.read(MIGRATIONS, 'utf-8') ?? '').matchAll(/name: '(\d{14})-/g)].map(([, time = '']) => time);
}

/** Printed by Nx after it has written the files. */
export const nextSteps = (summary: string, commands: readonly string[]) => () => {
  console.log(`\n${summary} Run next:\n${commands.map((command) => `  ${command}`).join('\n')}\n`);
};
