import { matchRoutes, type RouteObject } from '@archive/router';
import { mockApi, never, problem, renderRoute } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { CONTRACT, type MfeModule } from '../contract.ts';
import { installRemoteHost } from '../remote-modules.ts';

export interface RemoteContract {
  /** Where the registry mounts the remote: `/voyages`. */
  at: string;
  /** Addresses under it that must show a page, `at` itself among them. */
  addresses: string[];
}

/**
 * What the shell relies on, for each remote to run in its own tests: `remoteContractSuite({ contract, routes }, { at, addresses })`.
 * Every page must stand while nothing has been answered, when everything is refused, and while the other remotes are away.
 */
export function remoteContractSuite(module: MfeModule, { at, addresses }: RemoteContract): void {
  describe('the contract with the shell', () => {
    const api = mockApi({ strict: false });
    let errors: ReturnType<typeof jest.spyOn>;

    beforeEach(() => {
      errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      installRemoteHost({
        load: () => Promise.reject(new Error('away')),
        versionOf: () => undefined,
      });
    });
    afterEach(() => {
      errors.mockRestore();
    });

    const failureCaught: RouteObject['errorElement'] = <p>The page has failed</p>;
    const show = async (address: string) => {
      await renderRoute([{ errorElement: failureCaught, children: module.routes }], address, { at });
      await act(async () => {
        await new Promise((resolve) => setTimeout(resolve, 0));
      });
    };

    test('is of the number that the shell speaks', () => {
      expect(module.contract).toBe(CONTRACT);
    });

    test.each(addresses)('has a page at %s', (address) => {
      const { pathname } = new URL(address, 'http://localhost');
      expect(matchRoutes([{ path: at, children: module.routes }], pathname)).not.toBeNull();
    });

    test.each(addresses)('shows something at %s while nothing is answered', async (address) => {
      api.otherwise(never);
      await show(address);
      expect(screen.queryByText('The page has failed')).toBeNull();
      expect(document.body.textContent).not.toBe('');
    });

    test.each(addresses)('stands at %s when the archive is away', async (address) => {
      api.otherwise(() => problem(503, 'The database is away.'));
      await show(address);
      expect(screen.queryByText('The page has failed')).toBeNull();
      expect(document.body.textContent).not.toBe('');
    });
  });
}
