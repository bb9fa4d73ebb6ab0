import { beforeEach, expect, test } from '@jest/globals';
import { aPassenger, aVoyage, mockApi, page, renderRoute } from '@archive/testing';
import { Toaster, toast } from '@archive/ui';
import { Outlet } from '@archive/router';
import { installRemoteHost, type PersonPickerProps } from '@archive/shell-api';
import { act, screen, waitFor } from '@testing-library/react';
import { routes } from './routes.tsx';

const api = mockApi();
const VOYAGE = aVoyage({ title: 'Down the Potomac', passengers: [aPassenger()] });
const UPDATE = 'PUT /api/curator/voyages/{voyage_slug}';
const LEAHY = { person_slug: 'leahy-william-d', full_name: 'William D. Leahy' };

function Picker({ onPick }: PersonPickerProps) {
  const picked = { ...LEAHY, role_title: null, title: null, capacity_role: null, is_crew: false };
  return (
    <button type="button" onClick={() => onPick(picked)}>
      Pick
    </button>
  );
}

const open = (path: string, role: 'contributor' | 'reader' = 'contributor') =>
  renderRoute(
    [
      {
        element: (
          <>
            <Outlet />
            <Toaster />
          </>
        ),
        children: [
          { path: 'voyages', children: routes },
          { path: 'account/proposals', element: <h1>Proposals</h1> },
        ],
      },
    ],
    path,
    { session: { username: 'Anna Weber', role } },
  );

beforeEach(() => {
  localStorage.clear();
  act(() => toast.dismiss());
  installRemoteHost({ load: () => Promise.resolve({ component: Picker }), versionOf: () => '1.0.0' });
  api.respond('GET /api/voyages/{slug}', () => Response.json(VOYAGE, { headers: { etag: '"7"' } }));
  api.respond('GET /api/voyages/{slug}/adjacent', { previous: null, next: null });
  api.respond('GET /api/voyages', page([]));
  api.respond('GET /api/presidents', []);
  api.respond('GET /api/places/by-voyage/{slug}', []);
  api.respond('GET /api/search/suggestions', []);
  api.respond('GET /api/voyages/administrations', []);
  api.respond('GET /api/curator/history/{kind}/{slug}', page([]));
  api.respond('GET /api/curator/albums/by-voyage/{voyage_slug}', []);
  api.respond('PUT /api/curator/editors/{kind}/{slug}', { names: [] });
});

test('a contributor proposes a voyage with everyone aboard, in one request and without files', async () => {
  api.respond(UPDATE, () => Response.json({ proposed: true, proposal_id: 12 }, { status: 202 }));
  const { user, router } = await open(`/voyages/${VOYAGE.voyage_slug}`);
  const address = (await screen.findByRole('link', { name: 'Propose changes' })).getAttribute('href') ?? '';
  await act(() => router.navigate(address));
  await screen.findByRole('heading', { level: 1, name: 'Edit voyage' });
  expect(screen.getByText('A curator reviews what you propose.')).toBeVisible();
  expect(screen.queryByText(/Files upload after the voyage is saved/)).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'Pick' }));
  await user.click(screen.getByRole('button', { name: 'Propose changes' }));
  expect(await screen.findByText(/^Proposed\. A curator reviews it/)).toBeVisible();
  expect(await screen.findByRole('heading', { level: 1, name: VOYAGE.title })).toBeVisible();
  expect(api.requests(UPDATE)).toMatchObject([
    {
      body: {
        aboard: [
          { person_slug: aPassenger().person_slug },
          { person_slug: LEAHY.person_slug, title: null, capacity_role: null, is_crew: false, notes: null },
        ],
      },
    },
  ]);
  await user.click(screen.getByRole('button', { name: 'Your proposals' }));
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Proposals' })).toBeVisible());
});

test('readers see that their role doesn’t include the form', async () => {
  await open(`/voyages/${VOYAGE.voyage_slug}/edit`, 'reader');
  expect(await screen.findByText('Your role doesn’t include this page')).toBeVisible();
});
