import { UserError } from '@archive/postgres';
import { parseArgs } from 'node:util';
import { suggestion } from '../../commands.mjs';

/** The projects of the micro-frontends, by the names that teams use. */
export const PROJECTS = { shell: 'shell', voyages: 'voyages-mfe', people: 'people-mfe', media: 'media-mfe' } as const;
export type Name = keyof typeof PROJECTS;

const COMMANDS = ['publish', 'promote', 'rollback', 'status', 'dev'] as const;

export interface Arguments {
  command: (typeof COMMANDS)[number];
  /** Undefined for the status of all. */
  name: Name | undefined;
  version: string | undefined;
  /** Percent of sessions. */
  canary: number | undefined;
  /** Address of the archive. */
  archive: string | undefined;
}

export const USAGE = `Publishes a micro-frontend: ${Object.keys(PROJECTS).join(', ')}.

  npm run mfe -- publish people [--version 1.4.0]       build, check and upload a candidate
  npm run mfe -- promote people 1.4.0 [--canary 10]     make it live, for all sessions or a share
  npm run mfe -- rollback people                        end a canary, or restore the previous version
  npm run mfe -- status [people]                        show live versions and failures
  npm run mfe -- dev people                             develop one remote with hot reload

  --archive https://archive.example.org    the archive; default ARCHIVE_URL, then the one on this machine
  Pipelines authenticate with DEPLOY_TOKEN, people with CURATOR_USERNAME and CURATOR_PASSWORD.`;

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
  if (!isOneOf(names, name) && (command !== 'status' || name !== undefined))
    throw new UserError(`Name a micro-frontend, one of ${names.join(', ')}: npm run mfe -- ${command} people`);
  if (command === 'promote' && version === undefined)
    throw new UserError(`Name a version: npm run mfe -- promote ${name} 1.4.0`);
  if (rest.length > 0 || (version !== undefined && command !== 'promote'))
    throw new UserError(`"${rest[0] ?? version}" is one argument too many.\n\n${USAGE}`);
  return {
    command,
    name: isOneOf(names, name) ? name : undefined,
    version: version ?? values.version,
    canary: parseCanary(values.canary),
    archive: values.archive,
  };
}

function didYouMean(typed: string, names: Iterable<string>): string {
  const meant = suggestion(typed, names);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

function parse(args: string[]) {
  const options = { canary: { type: 'string' }, archive: { type: 'string' }, version: { type: 'string' } } as const;
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
