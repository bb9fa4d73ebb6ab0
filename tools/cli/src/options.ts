import { UserError } from '@archive/postgres';
import { Command } from 'commander';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { COMMANDS, suggestion } from '../commands.mjs';
import { ROOT } from './settings.ts';

export interface ArchiveOptions {
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

/**
 * The arguments of a command that passes them on to Playwright. Options that neither knows are rejected here: Playwright
 * would reject them after the archive has started.
 */
export function playwrightArguments(name: string, argument: string, description: string): string[] {
  const line = command(name)
    .argument(argument, description)
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText('after', '\nAll other options are those of Playwright: --headed, --grep, --project …')
    .parse();
  const typed = line.args.flatMap((word) => /^--[a-z][a-z-]*(?==|$)/.exec(word) ?? []);
  if (typed.length === 0) return line.args;
  const cli = join(ROOT, 'node_modules/@playwright/test/cli.js');
  const help = execFileSync(process.execPath, [cli, 'test', '--help'], { encoding: 'utf8' });
  const flags = new Set(help.match(/(?<=\s)--[a-z][a-z-]*/g));
  const unknown = typed.find((option) => !flags.has(option));
  if (unknown === undefined) return line.args;
  const suggested = suggestion(unknown, flags);
  return line.error(`error: unknown option '${unknown}'${suggested ? `\n(Did you mean ${suggested}?)` : ''}`);
}

/** Reads `.env`. Variables of the environment take precedence. */
export function loadSettingsFile(): void {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Sets the variables of the options; call it after `.env` is loaded, which it overrides. */
export function applyOptions({ port, host, data }: ArchiveOptions, env: NodeJS.ProcessEnv = process.env): void {
  const options = Object.entries({ port, host, data });
  const empty = options.find(([, value]) => value === '');
  if (empty) throw new UserError(`--${empty[0]} has no value.`);
  for (const [name, value] of Object.entries({ PORT: port, HOST: host, DATA_DIR: data && fromCurrentFolder(data) }))
    if (value !== undefined) env[name] = value;
}

/** A path from the command line, resolved in the folder where the command was typed. */
export const fromCurrentFolder = (path: string) => resolve(process.env.INIT_CWD ?? ROOT, path);

/**
 * The location of backups; a folder on the command line is relative to where the command was typed.
 * @throws UserError without a location
 */
export function placeOption(option: '--to' | '--from', place: string | undefined): { BACKUP_LOCATION?: string } {
  if (place) return { BACKUP_LOCATION: place.includes('://') ? place : fromCurrentFolder(place) };
  if (place === undefined && process.env.BACKUP_LOCATION) return {};
  throw new UserError(
    `Name the place of the backups with ${option} or BACKUP_LOCATION: a folder, or a bucket like s3://backups/archive.`,
  );
}
