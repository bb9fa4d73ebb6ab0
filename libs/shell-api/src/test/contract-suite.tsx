import { matchRoutes, type RouteObject } from '@archive/router';
import { aSearchHit, mockApi, pendingForever, problem, renderRoute } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { CONTRACT, type MfeModule } from '../contract.ts';
import { Fill } from '../remote-component.tsx';
import { installRemoteHost } from '../remote-modules.ts';
import type { Slots } from '../components.ts';

export interface RemoteContract {
  /** The remote's registry path: `/voyages`. */
  at: string;
  /** Paths that must render a page, including `at`, and each starting with it. */
  addresses: string[];
}

/** Props passed to each slot. */
const SLOT_PROPS: Slots = {
  'home-card': { day: '06-16' },
  'search-result': {
    result: aSearchHit(),
    href: '/voyages/a',
    title: 'Dinner',
    excerpt: 'Dinner for the Prime Minister',
  },
};

/** Name of the remote under test. */
const TESTED = 'tested';

/**
 * The contract test that each remote runs: `remoteContractSuite({ contract, routes, fills }, { at, addresses })`. Every page and slot
 * must render while requests are pending, when all of them fail, and without the other remotes.
 */
export function remoteContractSuite(module: MfeModule, { at, addresses }: RemoteContract): void {
  describe('contract with the shell', () => {
    const api = mockApi({ strict: false });
    let errors: ReturnType<typeof jest.spyOn>;

    beforeEach(() => {
      errors = jest.spyOn(console, 'error').mockImplementation(() => undefined);
      installRemoteHost({
        load: (remote) => (remote === TESTED ? Promise.resolve(module) : Promise.reject(new Error('unavailable'))),
        versionOf: () => undefined,
      });
    });
    afterEach(() => {
      errors.mockRestore();
    });

    const FAILED = 'Rendering failed';
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
      const fill = <Fill remote={TESTED} slot={slot} props={SLOT_PROPS[slot]} fallback={<p>{FAILED}</p>} />;
      await show([{ index: true, element: fill }], '/');
      expect(document.body.textContent).not.toBe('');
    };

    test('has the contract version of the shell', () => {
      expect(module.contract).toBe(CONTRACT);
    });

    test.each(addresses)('has a page at %s', (address) => {
      const { pathname } = new URL(address, 'http://localhost');
      expect(matchRoutes([{ path: at, children: module.routes }], pathname)).not.toBeNull();
    });

    test.each(addresses)('renders %s while requests are pending', async (address) => {
      api.otherwise(pendingForever);
      await showPage(address);
    });

    test.each(addresses)('renders %s when the server is unavailable', async (address) => {
      api.otherwise(() => problem(503, 'Can’t reach the database.'));
      await showPage(address);
    });

    for (const slot of Object.keys(module.fills ?? {}) as (keyof Slots)[])
      describe(`fills ${slot}`, () => {
        test('renders while requests are pending', async () => {
          api.otherwise(pendingForever);
          await showFill(slot);
        });

        test('renders when the server is unavailable', async () => {
          api.otherwise(() => problem(503, 'Can’t reach the database.'));
          await showFill(slot);
        });
      });
  });
}
