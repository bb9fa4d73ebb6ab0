import { runMfe } from './src/mfe/main.ts';
import { repository } from './src/mfe/workspace.ts';
import { ROOT } from './src/settings.ts';

await runMfe(repository(ROOT));
