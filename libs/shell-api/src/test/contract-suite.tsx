import { matchRoutes, type RouteObject } from '@archive/router';
import { mockApi, never, problem, renderRoute } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { CONTRACT, type MfeModule } from '../contract.ts';
import { Fill } from '../remote-component.tsx';
import { installRemoteHost } from '../remote-modules.ts';
import type { Slots } from '../slots.ts';

export interface RemoteContract {
  /** Where the registry mounts the remote: `/voyages`. */
  at: string;
  /** Addresses under it that must show a page, `at` itself among them. */
  addresses: string[];
}

/** What each slot hands over to whatever fills it. */
const GIVEN: Slots = { 'home-card': { day: '06-16' } };

/** The name of the remote under test where it fills a slot. */
const TESTED = 'tested';

/**
 * What the shell relies on, for each remote to run in its own tests: `remoteContractSuite({ contract, routes, fills }, { at, addresses })`.
 * Every page and every fill must stand while nothing has been answered, when everything is refused, and while the other remotes are away.
 */
export function remoteContractSuite(module: MfeModule, { at, addresses }: RemoteContract): void {
  describe('the contract with the shell', () => {
    const api = mockApi({ strict: false });
    let errors: ReturnType<typeof jest.spyOn>;

    beforeEach(() => {
      errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      installRemoteHost({
        load: (remote) => (remote === TESTED ? Promise.resolve(module) : Promise.reject(new Error('away'))),
        versionOf: () => undefined,
      });
    });
    afterEach(() => {
      errors.mockRestore();
    });

    const FAILED = 'It has failed';
    const show = async (routes: RouteObject[], address: string, options?: { at: string }) => {
      await renderRoute([{ errorElement: <p>{FAILED}</p>, children: routes }], address, options);
      await act(async () => {
        await new Promise((resolve) => setTimeout(resolve, 0));
      });
      expect(screen.queryByText(FAILED)).toBeNull();
    };
    const showPage = async (address: string) => {
      await show(module.routes, address, { at });
      expect(document.body.textContent).not.toBe('');
    };
    const showFill = async (slot: keyof Slots) => {
      await module.fills?.[slot]?.();
      const place = <Fill remote={TESTED} slot={slot} props={GIVEN[slot]} fallback={<p>{FAILED}</p>} />;
      await show([{ index: true, element: place }], '/');
      expect(document.body.textContent).not.toBe('');
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
      await showPage(address);
    });

    test.each(addresses)('stands at %s when the archive is away', async (address) => {
      api.otherwise(() => problem(503, 'The database is away.'));
      await showPage(address);
    });

    describe.each(Object.keys(module.fills ?? {}) as (keyof Slots)[])('fills %s', (slot) => {
      test('while nothing is answered', async () => {
        api.otherwise(never);
        await showFill(slot);
      });

      test('when the archive is away', async () => {
        api.otherwise(() => problem(503, 'The database is away.'));
        await showFill(slot);
      });
    });
  });
}
