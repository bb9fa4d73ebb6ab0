import type { Proposal, Role } from '@archive/contracts';
import { accessibilityProblems, aMediaItem, mockApi, noContent, problem } from '@archive/testing';
import { beforeEach, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const DECIDE = 'POST /api/curator/proposals/{proposal_id}/decision';

const aProposal = (overrides: Partial<Proposal> = {}): Proposal => ({
  proposal_id: 12,
  kind: 'person',
  slug: 'roe-jane',
  is_new: false,
  title: 'Jane Roe',
  proposed_by: 'Anna Weber',
  proposed_at: '2026-11-20T09:30:00.000000Z',
  own: false,
  state: 'open',
  reason: null,
  decided_by: null,
  decided_at: null,
  changes: [
    { field: 'birth_year', label: 'Birth year', from: '1900', to: '1901', accepted: null },
    { field: 'organization', label: 'Organization', from: '', to: 'Navy', accepted: null },
  ],
  ...overrides,
});

const openAs = async (role: Role, proposals: Proposal[]) => {
  api.respond('GET /api/auth/session', { authenticated: true, username: 'Me', role });
  api.respond('GET /api/proposals', { open: proposals.length, total: proposals.length, proposals });
  const view = await renderApp('/account/proposals');
  await screen.findByRole('heading', { level: 1, name: 'Proposals' });
  return view;
};

beforeEach(() => {
  localStorage.clear();
  signedIn(api);
});

test('a curator accepts some fields, next to what has changed since, and says why not the others', async () => {
  const { user } = await openAs('curator', [aProposal()]);
  const changed_since = [{ field: 'birth_year', label: 'Birth year', from: '1900', to: '1905' }];
  const changes = aProposal().changes.map((change) => ({ ...change, from: change.from && '1905' }));
  api.respond('GET /api/proposals/{proposal_id}', { ...aProposal({ changes }), version: '7.3', changed_since });
  api.respond(DECIDE, aProposal({ state: 'accepted' }));
  await user.click(await screen.findByRole('button', { name: 'Review the proposal for Jane Roe' }));
  const dialog = await screen.findByRole('dialog', { name: 'Review proposal' });
  // What someone has changed since is only replaced on purpose.
  expect(await within(dialog).findByRole('radio', { name: 'Now: 1905' })).toBeChecked();
  expect(within(dialog).getByText('changed since it was proposed')).toBeVisible();
  expect(await accessibilityProblems(dialog)).toEqual([]);
  await user.click(within(dialog).getByRole('radio', { name: 'Proposed: 1901' }));
  await user.click(within(dialog).getByRole('radio', { name: 'Now: blank' }));
  await user.click(within(dialog).getByRole('button', { name: 'Accept selected' }));
  expect(await within(dialog).findByText('Say why not everything is accepted.')).toBeVisible();
  expect(api.requests(DECIDE)).toHaveLength(0);
  await user.type(within(dialog).getByLabelText('Reason'), 'No source.');
  await user.click(within(dialog).getByRole('button', { name: 'Accept selected' }));
  await waitFor(() => expect(api.requests(DECIDE)).toHaveLength(1));
  expect(api.requests(DECIDE)[0]?.body).toEqual({
    accept: ['birth_year'],
    version: '7.3',
    reason: 'No source.',
    proposed_at: '2026-11-20T09:30:00.000000Z',
  });
});

test('a proposed portrait is shown as the picture, and one that is missing as a placeholder', async () => {
  const change = { field: 'portrait', label: 'Portrait', from: 'jane-lost', to: 'jane-at-the-rail', accepted: null };
  const proposal = aProposal({ changes: [change] });
  const { user } = await openAs('curator', [proposal]);
  api.respond('GET /api/proposals/{proposal_id}', { ...proposal, version: '7.3', changed_since: [] });
  api.respond('GET /api/media/{slug}', ({ params }) =>
    params['slug'] === 'jane-lost'
      ? problem(404, 'Media not found')
      : aMediaItem({ title: 'Jane at the rail', thumbnail_url: '/media-files/rail-600.webp' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Review the proposal for Jane Roe' }));
  const dialog = await screen.findByRole('dialog', { name: 'Review proposal' });
  const picture = await within(dialog).findByRole('img', { name: 'Jane at the rail' });
  expect(picture).toHaveAttribute('src', '/media-files/rail-600.webp');
  expect(await within(dialog).findByRole('img', { name: 'Image: Not found' })).toBeVisible();
  expect(await accessibilityProblems(dialog)).toEqual([]);
});

test('a proposal for a deleted record can only be rejected, and an error stays in the dialog', async () => {
  const { user } = await openAs('curator', [aProposal()]);
  api.respond('GET /api/proposals/{proposal_id}', { ...aProposal(), version: null, changed_since: [] });
  const errors = [{ path: 'organization', message: 'Enter an organization.' }];
  api.respond(DECIDE, problem(409, 'This proposal has been changed or decided since you opened it.', { errors }));
  await user.click(await screen.findByRole('button', { name: 'Review the proposal for Jane Roe' }));
  const dialog = await screen.findByRole('dialog', { name: 'Review proposal' });
  expect(await within(dialog).findByText(/was deleted or merged/)).toBeVisible();
  expect(within(dialog).getByRole('radio', { name: 'Proposed: Navy' })).toBeDisabled();
  await user.type(within(dialog).getByLabelText('Reason'), 'Merged.');
  await user.click(within(dialog).getByRole('button', { name: 'Reject' }));
  expect(await within(dialog).findByText(/changed or decided since/)).toBeVisible();
  expect(within(dialog).getByText('Organization: Enter an organization.')).toBeVisible();
});

test('a contributor sees reasons, and withdraws an open proposal, but reviews none', async () => {
  const [first, second] = aProposal().changes;
  const decided = aProposal({
    proposal_id: 11,
    own: true,
    state: 'accepted',
    reason: 'No source.',
    changes: [
      { ...first!, accepted: true },
      { ...second!, accepted: false },
    ],
  });
  const { user } = await openAs('contributor', [aProposal({ own: true }), decided]);
  api.respond('DELETE /api/proposals/{proposal_id}', noContent());
  expect(await screen.findByText('Reason: No source.')).toBeVisible();
  expect(screen.getByText('Not accepted: Organization.')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Review/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Withdraw the proposal for Jane Roe' }));
  await waitFor(() =>
    expect(api.requests('DELETE /api/proposals/{proposal_id}')[0]?.params).toEqual({ proposal_id: '12' }),
  );
});

test('readers have no proposals', async () => {
  api.respond('GET /api/auth/session', { authenticated: true, username: 'Me', role: 'reader' });
  // The page asks before the session is known.
  api.respond('GET /api/proposals', problem(403, 'Your role doesn’t allow this.'));
  await renderApp('/account/proposals');
  expect(await screen.findByText('Your role doesn’t include this page')).toBeVisible();
});
