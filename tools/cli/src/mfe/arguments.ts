import { Refusal } from '@archive/postgres';
import { parseArgs } from 'node:util';

/** The front ends by the name that teams give them, with their projects. */
export const PROJECTS = { shell: 'shell', voyages: 'voyages-mfe', people: 'people-mfe', media: 'media-mfe' } as const;
export type Name = keyof typeof PROJECTS;

const COMMANDS = ['publish', 'promote', 'rollback', 'status', 'dev'] as const;

export interface Arguments {
  command: (typeof COMMANDS)[number];
  /** None for `status` of all. */
  name: Name | undefined;
  version: string | undefined;
  /** Per cent of sessions. */
  canary: number | undefined;
  /** Address of the archive that is meant. */
  archive: string | undefined;
}

export const USAGE = `Each team ships its own front end: ${Object.keys(PROJECTS).join(', ')}.

  npm run mfe -- publish people [--version 1.4.0]       builds, checks and stores a candidate
  npm run mfe -- promote people 1.4.0 [--canary 10]     makes it live, for all or for a share of the sessions
  npm run mfe -- rollback people                        ends a canary, or goes back to the version before
  npm run mfe -- status [people]                        what is live, and how each version does
  npm run mfe -- dev people                             hot reload of one remote inside a running shell

  --archive https://archive.example.org    which archive is meant; else ARCHIVE_URL, else the one on this machine
  A pipeline names itself with DEPLOY_TOKEN, a person with CURATOR_USERNAME and CURATOR_PASSWORD.`;

const isOneOf = <T extends string>(all: readonly T[], text: string | undefined): text is T =>
  all.some((one) => one === text);

/** Reads the command line. What cannot be understood is refused with a sentence. */
export function readArguments(argv: string[]): Arguments {
  const { values, positionals } = parsed(argv);
  const [command, name, version, ...rest] = positionals;
  if (!isOneOf(COMMANDS, command)) throw new Refusal(command ? `There is no "mfe ${command}".\n\n${USAGE}` : USAGE);
  const names = Object.keys(PROJECTS) as Name[];
  if (!isOneOf(names, name) && (command !== 'status' || name !== undefined))
    throw new Refusal(`Say which front end is meant, one of ${names.join(', ')}: npm run mfe -- ${command} people`);
  if (command === 'promote' && version === undefined)
    throw new Refusal(`Say which version is to go live: npm run mfe -- promote ${name} 1.4.0`);
  if (rest.length > 0 || (version !== undefined && command !== 'promote'))
    throw new Refusal(`"${rest[0] ?? version}" is one word too many.\n\n${USAGE}`);
  return {
    command,
    name: isOneOf(names, name) ? name : undefined,
    version: version ?? values.version,
    canary: share(values.canary),
    archive: values.archive,
  };
}

function parsed(args: string[]) {
  const options = { canary: { type: 'string' }, archive: { type: 'string' }, version: { type: 'string' } } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Refusal(`${(error as Error).message.split('. ')[0]}.\n\n${USAGE}`);
  }
}

function share(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  throw new Refusal(`--canary is a whole number of per cent from 1 to 99, and it is "${text}".`);
}
