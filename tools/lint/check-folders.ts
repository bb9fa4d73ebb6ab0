/** Fails when folders, or a folder and a file beside it, import each other. */
import { folderCycles, importsOf } from './folder-cycles.ts';
import { isCode, isTest, projectFiles, ROOT } from './language/sources.ts';

/** Known cycles, by folder: none may grow, and no new ones may be added. */
const KNOWN: Record<string, string[]> = {
  'apps/backend/src/modules/ingest': ['run', 'media-fetch', 'plan', 'undo', 'write'],
  'apps/backend/src/modules/ingest/resolve': ['apply-choices.ts', 'conflict-resolver.ts'],
  'apps/backend/src/modules/media': ['derivatives', 'intake'],
  'apps/media-mfe/src/features': ['bulk', 'removal', 'metadata', 'upload', 'explorer'],
  'apps/people-mfe/src/features': ['directory', 'person', 'person-merge'],
  'apps/shell/src': ['federation', 'screens', 'layout', 'notices'],
  'apps/voyages-mfe/src/features': ['voyage-editing', 'voyage-form', 'voyage-list'],
  'libs/ui/src': ['feedback', 'forms', 'overlays'],
};

const files = projectFiles().filter((file) => isCode(file) && !isTest(file) && /^(?:apps|libs|tools)\//.test(file));
const cycles = folderCycles(importsOf(files, ROOT)).filter(
  ({ folder, children }) => !children.every((child) => KNOWN[folder]?.includes(child)),
);
for (const { folder, children, imports } of cycles)
  console.error(`${folder}: ${children.join(' ↔ ')}\n${imports.map((one) => `    ${one}`).join('\n')}`);
console.log(`${files.length} files, ${cycles.length} new folder cycles.`);
if (cycles.length > 0) process.exitCode = 1;
