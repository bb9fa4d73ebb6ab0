import { expect, test } from '@jest/globals';
import { OlderServerError, requireCurrentServer } from './schema-contract.ts';

const aServer = (version: string) => ({ query: () => Promise.resolve({ rows: [{ version }] }) });

test.each(['18.6 (Debian 18.6-1)', '18beta1', '19.0', '20'])('migrations run on PostgreSQL %s', async (version) => {
  await expect(requireCurrentServer(aServer(version))).resolves.toBeUndefined();
});

test.each(['17.9', '15.12 (Debian 15.12-0+deb12u2)'])('an older server is rejected: %s', async (version) => {
  const check = requireCurrentServer(aServer(version));
  await expect(check).rejects.toThrow(OlderServerError);
  await expect(check).rejects.toThrow(`this server is version ${version}. Upgrade it first.`);
});
