import { mockApi, problem, renderRoute } from '@archive/testing';
import { expect, test } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { OtherEditors } from './other-editors.tsx';

const ROUTE = 'PUT /api/curator/editors/{kind}/{slug}';
const api = mockApi();
const show = () =>
  renderRoute([{ path: '/', element: <OtherEditors kind="album" slug="a-day-out" noun="collection" /> }], '/');

test('says who else is editing the record, and reports when the form closes', async () => {
  api.respond(ROUTE, { names: ['Anna Weber', 'Bo Ray'] });
  const { unmount, client } = await show();
  expect(await screen.findByText('Anna Weber and Bo Ray are editing this collection')).toBeVisible();
  api.respond(ROUTE, { names: ['Anna Weber'] });
  await act(() => client.refetchQueries());
  expect(await screen.findByText('Anna Weber is editing this collection')).toBeVisible();
  expect(api.requests(ROUTE)[0]?.params).toEqual({ kind: 'album', slug: 'a-day-out' });
  unmount();
  await waitFor(() => expect(api.requests('DELETE /api/curator/editors/{kind}/{slug}')).toHaveLength(1));
});

test('says nothing when nobody else is, and no longer once the server can’t be reached', async () => {
  api.respond(ROUTE, { names: [] });
  const { client } = await show();
  await waitFor(() => expect(api.requests(ROUTE)).toHaveLength(1));
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
  api.respond(ROUTE, { names: ['Anna Weber'] });
  await act(() => client.refetchQueries());
  expect(await screen.findByText(/Anna Weber/)).toBeVisible();
  api.respond(ROUTE, problem(503, 'Can’t reach the database.'));
  await act(() => client.refetchQueries());
  await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement());
});
