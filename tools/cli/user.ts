import { type Role, ROLES } from '@archive/contracts/access';
import { Argument, Option } from 'commander';
import { ArchiveSession } from './src/archive-session.ts';
import { runCommand } from './src/command.ts';
import { command, loadSettingsFile } from './src/options.ts';
import { addUser, deactivateUser, listUsers, reactivateUser, resetUser } from './src/users.ts';

interface Options {
  archive?: string;
  name: string;
  role: Role;
}

/** Runs `use` on the archive, signed in with the account in the configuration, and prints what it returns. */
const onArchive = async ({ archive }: Options, use: (session: ArchiveSession) => Promise<string>): Promise<void> => {
  await runCommand(async () => {
    loadSettingsFile();
    const session = new ArchiveSession(archive, process.env);
    try {
      console.log(await use(session));
      return 0;
    } finally {
      await session.signOut();
    }
  });
};

const program = command('user').addHelpText(
  'after',
  '\nThe archive must be running. Signs in with CURATOR_USERNAME and CURATOR_PASSWORD.',
);
const subcommand = (name: string, description: string) =>
  program
    .command(name)
    .description(description)
    .option('--archive <address>', 'address of the archive, instead of ARCHIVE_URL or the one on this machine');
const email = () => new Argument('<email>', 'e-mail address of the account');

subcommand('list', 'Lists the accounts.').action((options: Options) => onArchive(options, listUsers));
subcommand('add', 'Adds an account, and prints a link with which the person chooses a password.')
  .addArgument(email())
  .requiredOption('--name <name>', 'name of the person, which history records')
  .addOption(new Option('--role <role>', 'what the person may do').choices(ROLES).default('curator'))
  .action((address: string, options: Options) =>
    onArchive(options, (session) => addUser(session, { email: address, name: options.name, role: options.role })),
  );
subcommand(
  'reset',
  'Ends the password, passkeys, codes and sessions of an account, and prints a link for a new password.',
)
  .addArgument(email())
  .action((address: string, options: Options) => onArchive(options, (session) => resetUser(session, address)));
subcommand('deactivate', 'Ends the sessions and API tokens of an account, which can’t sign in anymore.')
  .addArgument(email())
  .action((address: string, options: Options) => onArchive(options, (session) => deactivateUser(session, address)));
subcommand('reactivate', 'Lets an account sign in again.')
  .addArgument(email())
  .action((address: string, options: Options) => onArchive(options, (session) => reactivateUser(session, address)));

await program.parseAsync();
