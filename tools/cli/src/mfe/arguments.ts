import { UserError } from '@archive/postgres';
import { parseArgs } from 'node:util';
import { suggestion } from '../../commands.mjs';
import type { Workspace } from './workspace.ts';

const COMMANDS = [
  'create',
  'register',
  'retire',
  'dev',
  'test',
  'publish',
  'verify',
  'promote',
  'rollback',
  'status',
  'key',
] as const;
/** A name starts with a letter, a version with a digit. */
const NAME = /^[a-z][a-z0-9-]*$/;
/** Commands on one version. */
const VERSION_COMMANDS: readonly string[] = ['promote', 'verify'];

export interface Arguments {
  command: (typeof COMMANDS)[number];
  /** Undefined for the status of all, and for `verify --watch`. */
  name: string | undefined;
  version: string | undefined;
  /** Where `create` writes; by default a folder with the name. */
  folder: string | undefined;
  /** Percent of sessions. */
  canary: number | undefined;
  /** Address of the archive. */
  archive: string | undefined;
  /** Checks candidates until stopped. */
  watch: boolean;
  /** Port of the development shell. */
  port: number | undefined;
  /** File with the description to register; by default `remote.json` of the project. */
  from: string | undefined;
  /** Accepts a build that would be rejected without it, for example because it has grown. */
  confirm: boolean;
}

/** Help text; `command` is the prefix that people type here. */
export const usage = ({ command, names }: Workspace) => {
  const lines = [
    ['create logbook [folder]', 'write a new micro-frontend into a new folder'],
    ['register people [--from remote.json]', 'register a name, or change its description'],
    ['retire people', 'remove it from the archive'],
    ['dev people [--port 4000]', 'develop one micro-frontend with hot reload'],
    ['test people', 'check its types and run its tests'],
    ['publish people [--version 1.4.0]', 'build, check and upload a candidate'],
    ['promote people 1.4.0 [--canary 10]', 'make it live, for all sessions or a share'],
    ['rollback people', 'end a canary, or restore the previous version'],
    ['status [people]', 'show live versions and failures'],
    ['verify people 1.4.0', 'check a version in a browser and record the verdict'],
    ['verify --watch', 'check every new candidate, until stopped'],
    ['key people', 'create a key that signs its builds'],
  ];
  return `Publishes a micro-frontend${names.length > 0 ? `: ${names.join(', ')}` : ''}.

${lines.map(([line = '', meaning]) => `  ${command} ${line.padEnd(38)} ${meaning}`).join('\n')}

  --confirm                                accept what a refusal says can be confirmed

  --archive https://archive.example.org    the archive; default ARCHIVE_URL, then the one on this machine
  Builds are signed with SIGNING_KEY, if it is set.
  Pipelines authenticate with DEPLOY_TOKEN, verifiers with VERIFY_TOKEN, people with CURATOR_USERNAME and CURATOR_PASSWORD.`;
};

const isOneOf = <T extends string>(values: readonly T[], text: string | undefined): text is T =>
  values.some((item) => item === text);

/**
 * Parses the command line.
 * @throws a `UserError` for anything that it does not understand
 */
export function readArguments(argv: string[], workspace: Workspace): Arguments {
  const { values, positionals } = parse(argv, workspace);
  const [command, ...operands] = positionals;
  const typed = `${workspace.command} ${command}`;
  if (!isOneOf(COMMANDS, command))
    throw new UserError(
      command
        ? `Unknown command "mfe ${command}".${didYouMean(command, COMMANDS)}\n\n${usage(workspace)}`
        : usage(workspace),
    );
  const watch = values.watch === true;
  if (watch && (command !== 'verify' || operands.length > 0))
    throw new UserError(`--watch checks all micro-frontends: ${workspace.command} verify --watch`);
  const [name, second, ...extra] = withOwnName(
    operands,
    workspace,
    watch || command === 'create' || command === 'status',
  );
  if ((name === undefined && !watch && command !== 'status') || (name !== undefined && !NAME.test(name)))
    throw new UserError(`Name a micro-frontend${examples(workspace)}: ${typed} people`);
  if (values.from !== undefined && command !== 'register')
    throw new UserError(
      `--from names the description to register: ${workspace.command} register people --from remote.json`,
    );
  const takesSecondArgument = VERSION_COMMANDS.includes(command) || command === 'create';
  if (extra.length > 0 || (second !== undefined && !takesSecondArgument))
    throw new UserError(`"${extra[0] ?? second}" is one argument too many.\n\n${usage(workspace)}`);
  if (VERSION_COMMANDS.includes(command) && second === undefined && !watch)
    throw new UserError(`Name a version: ${typed} ${name} 1.4.0`);
  return {
    command,
    name,
    version: command === 'create' ? undefined : (second ?? values.version),
    folder: command === 'create' ? second : undefined,
    canary: parseCanary(values.canary),
    archive: values.archive,
    watch,
    port: parsePort(values.port),
    from: values.from,
    confirm: values.confirm === true,
  };
}

/** In a team's own project, its name may be left out. */
const withOwnName = (args: string[], { ownName }: Workspace, required: boolean) =>
  ownName === undefined || required || NAME.test(args[0] ?? '') ? args : [ownName, ...args];

const examples = ({ names }: Workspace) => (names.length > 0 ? `, such as ${names.join(', ')}` : '');

function didYouMean(typed: string, names: Iterable<string>): string {
  const suggested = suggestion(typed, names);
  return suggested === undefined ? '' : ` Did you mean ${suggested}?`;
}

function parse(args: string[], workspace: Workspace) {
  const options = {
    canary: { type: 'string' },
    archive: { type: 'string' },
    version: { type: 'string' },
    port: { type: 'string' },
    from: { type: 'string' },
    watch: { type: 'boolean' },
    confirm: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [problem = ''] = (error as Error).message.split('. ');
    const typed = /'(--[^' ]+)/.exec(problem)?.[1] ?? '';
    const optionNames = ['help', ...Object.keys(options)].map((name) => `--${name}`);
    throw new UserError(`${problem}.${didYouMean(typed, optionNames)}\n\n${usage(workspace)}`);
  }
}

function parseCanary(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new UserError(`--canary must be a percentage from 1 to 99, not "${text}".`);
}

const MAX_PORT = 65_535;

function parsePort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (/^[1-9]\d*$/.test(text) && port <= MAX_PORT) return port;
  throw new UserError(`--port must be a port number, not "${text}".`);
}
