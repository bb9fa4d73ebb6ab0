import { UserError } from '@archive/postgres';
import { parseArgs } from 'node:util';
import { suggestion } from '../../commands.mjs';

/** The projects of the micro-frontends, by the names that teams use. */
export const PROJECTS = { shell: 'shell', voyages: 'voyages-mfe', people: 'people-mfe', media: 'media-mfe' } as const;
export type Name = keyof typeof PROJECTS;

const COMMANDS = ['publish', 'verify', 'promote', 'rollback', 'status', 'dev'] as const;
/** Commands on one version. */
const OF_A_VERSION: readonly string[] = ['promote', 'verify'];

export interface Arguments {
  command: (typeof COMMANDS)[number];
  /** Undefined for the status of all, and for `verify --watch`. */
  name: Name | undefined;
  version: string | undefined;
  /** Percent of sessions. */
  canary: number | undefined;
  /** Address of the archive. */
  archive: string | undefined;
  /** Checks candidates until stopped. */
  watch: boolean;
  /** Port of the development shell. */
  port: number | undefined;
  /** Accepts what would be refused without it, such as a build that has grown. */
  confirm: boolean;
}

export const USAGE = `Publishes a micro-frontend: ${Object.keys(PROJECTS).join(', ')}.

  npm run mfe -- publish people [--version 1.4.0]       build, check and upload a candidate
  npm run mfe -- promote people 1.4.0 [--canary 10]     make it live, for all sessions or a share
  npm run mfe -- rollback people                        end a canary, or restore the previous version
  npm run mfe -- status [people]                        show live versions and failures
  npm run mfe -- verify people 1.4.0                    check a version in a browser and record the verdict
  npm run mfe -- verify --watch                         check every new candidate, until stopped
  npm run mfe -- dev people [--port 4000]               develop one remote with hot reload

  --confirm                                accept what a refusal says can be confirmed

  --archive https://archive.example.org    the archive; default ARCHIVE_URL, then the one on this machine
  Pipelines authenticate with DEPLOY_TOKEN, verifiers with VERIFY_TOKEN, people with CURATOR_USERNAME and CURATOR_PASSWORD.`;

const isOneOf = <T extends string>(all: readonly T[], text: string | undefined): text is T =>
  all.some((item) => item === text);

/**
 * Parses the command line.
 * @throws a `UserError` for what it does not understand
 */
export function readArguments(argv: string[]): Arguments {
  const { values, positionals } = parse(argv);
  const [command, name, version, ...rest] = positionals;
  if (!isOneOf(COMMANDS, command))
    throw new UserError(
      command ? `Unknown command "mfe ${command}".${didYouMean(command, COMMANDS)}\n\n${USAGE}` : USAGE,
    );
  const names = Object.keys(PROJECTS) as Name[];
  const watch = values.watch === true;
  if (watch && (command !== 'verify' || name !== undefined))
    throw new UserError('--watch checks all micro-frontends: npm run mfe -- verify --watch');
  if (!isOneOf(names, name) && !watch && (command !== 'status' || name !== undefined))
    throw new UserError(`Name a micro-frontend, one of ${names.join(', ')}: npm run mfe -- ${command} people`);
  const isOfVersion = OF_A_VERSION.includes(command);
  if (isOfVersion && version === undefined && !watch)
    throw new UserError(`Name a version: npm run mfe -- ${command} ${name} 1.4.0`);
  if (rest.length > 0 || (version !== undefined && !isOfVersion))
    throw new UserError(`"${rest[0] ?? version}" is one argument too many.\n\n${USAGE}`);
  return {
    command,
    name: isOneOf(names, name) ? name : undefined,
    version: version ?? values.version,
    canary: parseCanary(values.canary),
    archive: values.archive,
    watch,
    port: parsePort(values.port),
    confirm: values.confirm === true,
  };
}

function didYouMean(typed: string, names: Iterable<string>): string {
  const meant = suggestion(typed, names);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

function parse(args: string[]) {
  const options = {
    canary: { type: 'string' },
    archive: { type: 'string' },
    version: { type: 'string' },
    port: { type: 'string' },
    watch: { type: 'boolean' },
    confirm: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const [problem = ''] = (error as Error).message.split('. ');
    const typed = /'(--[^' ]+)/.exec(problem)?.[1] ?? '';
    const known = Object.keys(options).map((name) => `--${name}`);
    throw new UserError(`${problem}.${didYouMean(typed, known)}\n\n${USAGE}`);
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
