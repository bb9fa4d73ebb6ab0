// Plain JavaScript, because the commands must be known before anything is installed.

/** The commands of `npm run archive --`, with what each does. */
export const COMMANDS = {
  start: 'Builds and opens the archive on this machine.',
  dev: 'Opens the archive with hot reload of backend, shell and micro-frontends.',
  backup: 'Backs up the database and the files, also while the archive is running.',
  restore: 'Restores a backup into an empty folder or an empty database.',
  doctor: 'Checks this machine, the installation, the settings and the services.',
  test: 'Runs every check, or the tests that are named.',
  e2e: 'Runs the end-to-end tests on their own archive.',
  bench: 'Measures the server against a baseline server.',
  stack: 'Builds the images, starts the Compose stack and checks it.',
  soak: 'Runs an archive for half an hour under load, and checks that it loses nothing and does not grow.',
  year: 'Simulates a year of work and measures how the tables grow.',
  mfe: 'Publishes, promotes, rolls back or develops a micro-frontend.',
  media: 'Imports a folder of files into the media library.',
  package: 'Brings the package of another archive into one that has records.',
  publish: 'Publishes an edition, and copies it into a folder for any web server.',
  user: 'Adds, lists, resets or deactivates the accounts of people.',
  gallery: 'Takes screenshots of every screen and state.',
};

export const USAGE = [
  'npm run archive -- <command> [options]',
  '',
  ...Object.entries(COMMANDS).map(([name, description]) => `  ${name.padEnd(9)} ${description}`),
  '',
  'Each command describes its options with --help: npm run archive -- backup --help',
  'Short forms: npm start, npm test, and npm run with dev, e2e, bench, mfe, media or gallery.',
].join('\n');

/** Number of characters that have to be inserted, removed or replaced to make `b` out of `a`. */
function distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1)
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length];
}

/** The known name that a person probably meant. */
export function suggestion(typed, names) {
  const [closest] = [...names].sort((a, b) => distance(typed, a) - distance(typed, b));
  return closest !== undefined && distance(typed, closest) <= Math.ceil(closest.length * 0.4) ? closest : undefined;
}
