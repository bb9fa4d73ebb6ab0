import { Command } from 'commander';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { COMMANDS } from '../commands.mjs';
import { ROOT } from './settings.ts';

interface ArchiveOptions {
  port?: string;
  host?: string;
  data?: string;
}

/** A command of `npm run archive --`. Unknown options end it with a suggestion; `--help` describes it. */
export const command = (name: string) =>
  new Command(`npm run archive -- ${name}`)
    .description(COMMANDS[name] ?? '')
    .allowExcessArguments(false)
    .showSuggestionAfterError();

/** A command that runs an archive: `--port`, `--host` and `--data` set PORT, HOST and DATA_DIR. */
export const archiveCommand = (name: string) =>
  dataCommand(name)
    .option('--port <number>', 'port of the archive, instead of PORT (default 3000)')
    .option('--host <address>', 'address it listens on, instead of HOST (default 127.0.0.1)');

/** A command that works on the data of an archive. */
export const dataCommand = (name: string) =>
  command(name).option('--data <folder>', 'folder of its data, instead of DATA_DIR (default .data)');

/** A command that passes unknown options on to Playwright, which refuses those that it does not know. */
export const playwrightCommand = (name: string, argument: string, description: string) =>
  command(name)
    .argument(argument, description)
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText('after', '\nAll other options are those of Playwright: --headed, --grep, --project …');

/** Reads `.env`. Variables of the environment take precedence. */
export function loadSettingsFile(): void {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Sets the variables of the options; call it after `.env` is loaded, which it overrides. */
export function applyOptions({ port, host, data }: ArchiveOptions, env: NodeJS.ProcessEnv = process.env): void {
  for (const [name, value] of Object.entries({ PORT: port, HOST: host, DATA_DIR: data && fromCurrentFolder(data) }))
    if (value !== undefined) env[name] = value;
}

/** A path of the command line, from the folder in which it was typed. */
export const fromCurrentFolder = (path: string) => resolve(process.env.INIT_CWD ?? ROOT, path);

/** The place of backups; a folder of the command line starts where it was typed. */
export const placeOption = (place: string | undefined): { BACKUP_LOCATION?: string } =>
  place === undefined ? {} : { BACKUP_LOCATION: place.includes('://') ? place : fromCurrentFolder(place) };
