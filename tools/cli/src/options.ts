import { Command } from 'commander';

interface ArchiveOptions {
  port?: string;
  host?: string;
  data?: string;
}

/** A command of `npm run`. Unknown options end it with a suggestion; `--help` describes it. */
export const command = (name: string, description: string) =>
  new Command(name).description(description).allowExcessArguments(false).showSuggestionAfterError();

/** A command that runs an archive: `--port`, `--host` and `--data` set PORT, HOST and DATA_DIR. */
export const archiveCommand = (name: string, description: string) =>
  command(name, description)
    .option('--port <number>', 'port of the archive, instead of PORT (default 3000)')
    .option('--host <address>', 'address it listens on, instead of HOST (default 127.0.0.1)')
    .option('--data <folder>', 'folder of its data, instead of DATA_DIR (default .data)');

/** Sets the variables of the options; call it after `.env` is loaded, which it overrides. */
export function applyOptions({ port, host, data }: ArchiveOptions, env: NodeJS.ProcessEnv = process.env): void {
  for (const [name, value] of Object.entries({ PORT: port, HOST: host, DATA_DIR: data }))
    if (value !== undefined) env[name] = value;
}
