import type { EditionPreview, EditionStatus } from '@archive/contracts';
import { accessibilityProblems, mockApi } from '@archive/testing';
import { beforeEach, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const main = () => within(screen.getByRole('main'));

const EDITION = {
  number: 1,
  state: 'completed',
  step: 'Done',
  progress: 100,
  counts: { files: 120, written: 120, bytes: 2_000_000 },
  error: null,
  started_by: 'curator',
  created_at: '2026-11-20T10:00:00Z',
  finished_at: '2026-11-20T10:00:06Z',
} satisfies EditionStatus['editions'][number];
const RIGHTS = [
  { value: 'https://creativecommons.org/publicdomain/mark/1.0/', media_count: 3, published: true },
  { value: 'https://rightsstatements.org/vocab/InC/1.0/', media_count: 2, published: false },
];
const NONE: EditionStatus = { current: null, editions: [], rights: RIGHTS };
const PUBLISHED: EditionStatus = {
  current: 2,
  editions: [{ ...EDITION, number: 2 }, EDITION],
  rights: RIGHTS,
};
const PREVIEW: EditionPreview = {
  totals: { voyage: 33, person: 1, media: 3, album: 0, place: 2 },
  changes: [
    { action: 'added', kind: 'voyage', count: 60, records: [{ kind: 'voyage', slug: 'dinner', title: 'Dinner' }] },
  ],
  warnings: [
    {
      warning: 'living_person',
      kind: 'person',
      count: 1,
      records: [{ kind: 'person', slug: 'doe-jane', title: 'Jane Doe' }],
    },
  ],
  withheld: [],
};

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  signedIn(api);
  api.respond('GET /api/curator/edition', NONE);
  api.respond('GET /api/curator/edition/preview', PREVIEW);
});

test('shows what readers will get before the first edition, and publishes it', async () => {
  const { container, user } = await renderApp('/publishing');
  expect(await main().findByText('Nothing is published')).toBeVisible();
  expect(await main().findByRole('button', { name: /New: 60 voyages/ })).toBeVisible();
  expect(main().getByText('No editions yet')).toBeVisible();
  await user.click(main().getByRole('button', { name: /New: 60 voyages/ }));
  expect(main().getByRole('link', { name: 'Dinner' })).toHaveAttribute('href', '/voyages/dinner');
  expect(main().getByText('And 59 more.')).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
  const running = { ...EDITION, state: 'running', step: 'Writing the pages', progress: 60, counts: null } as const;
  api.respond('POST /api/curator/edition', running);
  api.respond('GET /api/curator/edition', { ...NONE, editions: [running] });
  await user.click(main().getByRole('button', { name: 'Publish edition' }));
  expect(await main().findByText('Publishing edition 1: Writing the pages...')).toBeVisible();
  expect(main().getByRole('progressbar', { name: 'Edition 1' })).toHaveAttribute('aria-valuenow', '60');
  expect(main().getByRole('button', { name: 'Cancel' })).toBeVisible();
});

test('makes an earlier edition current, with Undo', async () => {
  api.respond('GET /api/curator/edition', PUBLISHED);
  const { user } = await renderApp('/publishing');
  expect(await main().findByRole('link', { name: 'Open the edition' })).toHaveAttribute('href', '/edition/');
  api.respond('PUT /api/curator/edition/current', { ...PUBLISHED, current: 1 });
  await user.click(main().getByRole('button', { name: 'Make current: edition 1' }));
  expect(await main().findByText('Readers see edition 1', { selector: 'p' })).toBeVisible();
  api.respond('PUT /api/curator/edition/current', PUBLISHED);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await main().findByText('Readers see edition 2', { selector: 'p' })).toBeVisible();
  expect(api.requests('PUT /api/curator/edition/current').map(({ body }) => body)).toEqual([
    { number: 1 },
    { number: 2 },
  ]);
});

test('ends the publication only after a confirmation', async () => {
  api.respond('GET /api/curator/edition', PUBLISHED);
  api.respond('PUT /api/curator/edition/current', { ...PUBLISHED, current: null });
  const { user } = await renderApp('/publishing');
  await user.click(await main().findByRole('button', { name: 'End publication' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'End publication?' }));
  expect(api.requests('PUT /api/curator/edition/current')).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'End publication' }));
  expect(await main().findByText('Nothing is published')).toBeVisible();
});

test('withholds records, and chooses the rights whose media are published', async () => {
  const { user } = await renderApp('/publishing');
  api.respond('PUT /api/curator/edition/withheld', { withheld: true });
  await user.click(await main().findByRole('button', { name: /^1 person/ }));
  await user.click(main().getByRole('button', { name: 'Withhold Jane Doe' }));
  expect(await screen.findByText('Jane Doe will be left out')).toBeVisible();
  expect(api.requests('PUT /api/curator/edition/withheld')[0]?.body).toEqual({
    kind: 'person',
    slug: 'doe-jane',
    withheld: true,
  });
  api.respond('PUT /api/curator/edition/rights', NONE);
  await user.click(main().getByRole('checkbox', { name: /^In copyright/ }));
  expect(api.requests('PUT /api/curator/edition/rights')[0]?.body).toEqual({
    rights: RIGHTS.map(({ value }) => value),
  });
});
