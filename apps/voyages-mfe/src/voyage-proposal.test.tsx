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
  api.respond('GET /api/proposals/own/{kind}/{slug}', { proposal: null });
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

test('the form opens with what is proposed already, and sends only what has changed since, with its version', async () => {
  const proposal = { proposal_id: 12, proposed_at: '2026-11-20T09:30:00.000000Z', values: { end_location: 'Norfolk' } };
  api.respond('GET /api/voyages/{slug}', () => Response.json(VOYAGE, { headers: { etag: 'W/"7.3-br"' } }));
  api.respond('GET /api/proposals/own/{kind}/{slug}', { proposal });
  api.respond(UPDATE, () => Response.json({ proposed: true, proposal_id: 12 }, { status: 202 }));
  const { user } = await open(`/voyages/${VOYAGE.voyage_slug}/edit`);
  const end = await screen.findByRole('combobox', { name: 'End Location' });
  expect(end).toHaveValue('Norfolk');
  await user.type(end, ', Virginia');
  await user.click(screen.getByRole('button', { name: 'Propose changes' }));
  await waitFor(() => expect(api.requests(UPDATE)).toHaveLength(1));
  const [request] = api.requests(UPDATE);
  expect(request?.body).toEqual({ end_location: 'Norfolk, Virginia' });
  expect(request?.headers.get('if-match')).toBe(`"7.3+${proposal.proposed_at}"`);
});

test('a contributor proposes an album of a voyage, without files', async () => {
  const CREATE = 'POST /api/curator/albums';
  api.respond(CREATE, () => Response.json({ proposed: true, proposal_id: 12 }, { status: 202 }));
  const { user } = await open(`/voyages/${VOYAGE.voyage_slug}`);
  await user.click(await screen.findByRole('button', { name: 'Propose an album' }));
  expect(screen.queryByText('Choose photos or documents')).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Title' }), 'Menus');
  await user.click(screen.getByRole('button', { name: 'Propose album' }));
  expect(await screen.findByText(/^Proposed\. A curator reviews it/)).toBeVisible();
  expect(api.requests(CREATE)).toMatchObject([{ body: { title: 'Menus', voyage_slug: VOYAGE.voyage_slug } }]);
});

test('readers see that their role doesn’t include the form', async () => {
  await open(`/voyages/${VOYAGE.voyage_slug}/edit`, 'reader');
  expect(await screen.findByText('Your role doesn’t include this page')).toBeVisible();
});
