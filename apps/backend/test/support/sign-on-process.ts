import { CLIENT, startProvider } from './sign-on-provider.ts';

/** A provider to sign in with as a separate process, for the archive at an address. It prints its settings as a line of JSON. */
const [, , origin = ''] = process.argv;
const provider = await startProvider([origin]);
const person = (name: string, groups: string[]) => ({
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@museum.example`,
  email_verified: true,
  groups,
});
provider.people.set('anna', person('Anna Weber', ['archive-curators']));
provider.people.set('otto', person('Otto Braun', ['gardeners']));
const settings = {
  id: 'museum',
  name: 'Museum',
  issuer: provider.issuer,
  ...CLIENT,
  scope: 'openid profile email groups',
  roles: { curator: ['archive-curators'] },
};
process.stdout.write(`${JSON.stringify([settings])}\n`);
