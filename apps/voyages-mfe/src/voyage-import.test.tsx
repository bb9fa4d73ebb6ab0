import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IngestItem, IngestReport } from '@archive/contracts';
import { accessibilityProblems, anOperation, mockApi, page, problem, renderRoute } from '@archive/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Outlet } from '@archive/router';
import { Toaster } from '@archive/ui';
import { routes } from './routes.tsx';

const api = mockApi();
const ID = '0f5a0a36-6f2c-4b62-9a43-d93a3d2f7a11';
const APPLIED = '0f5a0a36-6f2c-4b62-9a43-d93a3d2f7a12';
const withToasts: typeof routes = [
  {
    element: (
      <>
        <Outlet />
        <Toaster />
      </>
    ),
    children: routes,
  },
];
const open = (path = `/voyages/import/${ID}`, shown = routes) => renderRoute(shown, path, { at: '/voyages' });

const aReport = (overrides: Partial<IngestReport> = {}): IngestReport => ({
  ...anOperation({ operation_id: ID, filename: 'ford.md', dry_run: true, status: 'completed', format: 'markdown' }),
  plan: { create: 1, update: 0, unchanged: 4, conflict: 1 },
  clear_empty: false,
  empty_ignored: 0,
  removals: [],
  removal_warning: null,
  same_day: 0,
  open_conflicts: 1,
  stale_voyages: [],
  rejected: 0,
  columns: null,
  columns_chosen_by: null,
  marked: false,
  needs_columns: false,
  needs_names: false,
  needs_approval: false,
  prepared_by: ['anna'],
  approved_by: null,
  reading: null,
  found_reading: null,
  names: { check: 0, new: 0, known: 0, text: 0, decided: 0 },
  names_to_review: { new: 0, known: 0, text: 0 },
  problems: [],
  ...overrides,
});

const NEW: IngestItem = {
  ordinal: 1,
  action: 'create',
  voyage_slug: null,
  title: 'Dinner for Trudeau',
  start_date: '1976-06-16',
  line: 3,
  end_line: 5,
  changes: [],
  conflicts: [],
  card: null,
  names: [],
};
const IN_CONFLICT: IngestItem = {
  ...NEW,
  ordinal: 2,
  action: 'conflict',
  voyage_slug: '1976-07-04-ford-gerald-fireworks',
  title: 'Fireworks',
  start_date: '1976-07-04',
  line: 7,
  end_line: 9,
  changes: [{ field: 'notes', label: 'Notes', before: null, after: 'Rain at noon.' }],
  conflicts: [
    { field: 'start_location', label: 'Start', curator: 'Navy Yard', document: 'Mount Vernon', choice: null },
  ],
};
const TEXT = Array.from({ length: 400 }, (_, index) => `Text of line ${index + 1}`).join('\n');

beforeEach(() => {
  localStorage.clear();
  api.respond('GET /api/curator/ingest-status', { operations: [] });
  api.respond('GET /api/curator/ingest/{operation_id}', aReport());
  api.respond('GET /api/curator/ingest/{operation_id}/plan', page([NEW, IN_CONFLICT], 6));
  api.respond('GET /api/curator/ingest/{operation_id}/document', {
    filename: 'ford.md',
    format: 'markdown',
    text: TEXT,
  });
});

test('a preview that removes something is imported only after it is confirmed', async () => {
  const warning = 'This would remove 119 passengers from 33 voyages.';
  const removals = [{ field: 'passengers', label: 'Passengers', values: 119, voyages: 33 }];
  api.respond(
    'GET /api/curator/ingest/{operation_id}',
    aReport({ removals, removal_warning: warning, empty_ignored: 2 }),
  );
  api.respond('POST /api/curator/ingest/{operation_id}/apply', { operation_id: APPLIED });
  const { user, container } = await open();
  expect(await screen.findByText(warning)).toBeVisible();
  expect(screen.getByText('2 fields are empty in the document. The archive’s values are kept.')).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
  const apply = screen.getByRole('button', { name: /^Import \d/ });
  expect(apply).toBeDisabled();
  await user.click(screen.getByRole('checkbox', { name: 'Remove these when importing' }));
  await user.click(apply);
  await waitFor(() =>
    expect(api.requests('POST /api/curator/ingest/{operation_id}/apply')[0]?.query.get('confirm_removals')).toBe('1'),
  );
});

describe('the import screen', () => {
  test('shows an empty state without imports', async () => {
    const { container } = await open('/voyages/import');
    expect(await screen.findByText('No imports yet.')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('lists imports and previews with status and report', async () => {
    api.respond('GET /api/curator/ingest-status', {
      operations: [
        anOperation({ operation_id: ID, filename: 'one.md', status: 'completed', validation_errors: 2 }),
        anOperation({ operation_id: APPLIED, filename: 'two.md', status: 'failed', cancelled: true }),
      ],
    });
    await open('/voyages/import');
    const entryOf = async (name: string) => (await screen.findByRole('link', { name })).closest('li')!;
    const [firstEntry, two] = [await entryOf('one.md'), await entryOf('two.md')];
    expect(within(firstEntry).getByText('Imported')).toBeVisible();
    expect(firstEntry).toHaveTextContent('2 errors');
    expect(within(two).getByText('Canceled')).toBeVisible();
    expect(within(firstEntry).getByRole('link', { name: 'Download report of one.md' })).toHaveAttribute(
      'href',
      `/api/curator/ingest/${ID}/report.csv`,
    );
  });

  test('previews a chosen document', async () => {
    api.respond('POST /api/curator/ingest', { operation_id: ID });
    const { user } = await open('/voyages/import');
    await user.upload(screen.getByLabelText(/Choose a document/), new File(['# President Ford'], 'ford.md'));
    expect(await screen.findByRole('heading', { level: 1, name: 'ford.md' })).toBeVisible();
    expect(api.requests('POST /api/curator/ingest').at(-1)?.query.get('dry_run')).toBe('1');
  });

  test('shows why a document was rejected', async () => {
    api.respond('POST /api/curator/ingest', problem(413, 'The document is larger than 50 MB.'));
    const { user } = await open('/voyages/import');
    await user.upload(screen.getByLabelText(/Choose a document/), new File(['x'], 'big.md'));
    expect(await screen.findByRole('alert')).toHaveTextContent('The document is larger than 50 MB.');
  });
});

describe('a preview', () => {
  test('shows planned changes next to the document and is applied', async () => {
    api.respond('POST /api/curator/ingest/{operation_id}/apply', { operation_id: APPLIED });
    const { container, user } = await open();
    expect(await screen.findByText('Dinner for Trudeau')).toBeVisible();
    expect(screen.getByText(/1 conflict with curators’ edits/)).toBeVisible();
    expect(await screen.findByText('Text of line 1')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Import 2 voyages' }));
    await waitFor(() =>
      expect(api.requests('GET /api/curator/ingest/{operation_id}').at(-1)?.params.operation_id).toBe(APPLIED),
    );
  });

  test('shows the lines of a voyage in the document', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Lines 7–9' }));
    const line = await screen.findByText('Text of line 7');
    expect(line.closest('li')).toHaveAttribute('aria-current', 'location');
  });

  test('scrolls to the line of a problem far down in the document', async () => {
    const problems: IngestReport['problems'] = [
      {
        line: 390,
        voyage: '1976-06-31',
        field: 'date',
        severity: 'error',
        message: 'June has 30 days.',
        suggestion: 'Write 1976-06-30.',
      },
    ];
    api.respond('GET /api/curator/ingest/{operation_id}', aReport({ problems, validation_errors: 1 }));
    const { user } = await open();
    expect(await screen.findByText('Write 1976-06-30.')).toBeVisible();
    expect(screen.queryByText('Text of line 390')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Line 390' }));
    expect((await screen.findByText('Text of line 390')).closest('li')).toHaveTextContent('has an error');
  });

  test('groups equal problems, and shows those of a voyage beside it', async () => {
    const warning = (line: number) => ({
      line,
      voyage: '1976-06-16',
      field: 'Codes',
      severity: 'warning' as const,
      message: 'The document mentions a photo.',
      suggestion: 'Upload it.',
    });
    api.respond('GET /api/curator/ingest/{operation_id}', aReport({ problems: [warning(3), warning(7)] }));
    const { container, user } = await open();
    const problems = await screen.findByRole('region', { name: /Problems/ });
    expect(problems).toHaveTextContent('On 2 lines: The document mentions a photo.');
    expect(within(problems).queryByRole('button', { name: 'Line 7' })).toBeNull();
    await user.click(within(problems).getByRole('button', { name: 'Show lines' }));
    expect(within(problems).getByRole('button', { name: 'Line 7' })).toBeVisible();
    const entry = screen.getByText('Dinner for Trudeau').closest('li')!;
    await user.click(within(entry).getByRole('button', { name: '1 problem' }));
    expect(within(entry).getByText('Upload it.')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('applies the filter in the URL, and says which voyages the import skips', async () => {
    const leftOut: IngestItem = { ...NEW, ordinal: 7, action: 'rejected', title: '1976-02-30', start_date: null };
    api.respond('GET /api/curator/ingest/{operation_id}', aReport({ rejected: 2, validation_errors: 2 }));
    api.respond('GET /api/curator/ingest/{operation_id}/plan', page([leftOut], 2));
    const { user } = await open(`/voyages/import/${ID}?show=rejected`);
    expect(await screen.findByText('1976-02-30')).toBeVisible();
    expect(api.requests('GET /api/curator/ingest/{operation_id}/plan').at(-1)?.query.get('action')).toBe('rejected');
    expect(screen.getByRole('button', { name: 'Import 2 voyages' })).toBeVisible();
    expect(screen.getByText('This document has 1 new voyage and 1 changed. 2 voyages will be skipped.')).toBeVisible();
    const shown = screen.getByRole('combobox', { name: 'Show' });
    expect(shown).toHaveDisplayValue('Skipped (2)');
    await user.selectOptions(shown, 'New (1)');
    await waitFor(() =>
      expect(api.requests('GET /api/curator/ingest/{operation_id}/plan').at(-1)?.query.get('action')).toBe('create'),
    );
  });

  test('resolves all conflicts of the document after a confirmation', async () => {
    api.respond('GET /api/curator/ingest/{operation_id}', aReport({ open_conflicts: 3 }));
    api.respond('POST /api/curator/ingest/{operation_id}/conflicts', []);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Use document version everywhere' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent('3 conflicts');
    await user.click(within(dialog).getByRole('button', { name: 'Use document versions' }));
    await waitFor(() =>
      expect(api.requests('POST /api/curator/ingest/{operation_id}/conflicts').at(-1)?.body).toEqual({ all: 'take' }),
    );
  });

  test('edits lines of the document and refreshes the preview', async () => {
    api.respond('POST /api/curator/ingest/{operation_id}/refresh', { operation_id: APPLIED });
    const { container, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Lines 7–9' }));
    await user.click(screen.getByRole('button', { name: 'Edit these lines' }));
    const box = screen.getByRole('textbox', { name: 'Lines 7–9' });
    expect(box).toHaveValue('Text of line 7\nText of line 8\nText of line 9');
    await user.clear(box);
    await user.type(box, 'Location: Pier 9');
    await user.click(screen.getByRole('button', { name: 'Save lines' }));
    expect(screen.getByText('Location: Pier 9')).toBeVisible();
    expect(screen.queryByText('Text of line 8')).toBeNull();
    expect(screen.getByText('1 edit not in the preview yet')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Refresh preview' }));
    const lines = TEXT.split('\n');
    await waitFor(() =>
      expect(api.requests('POST /api/curator/ingest/{operation_id}/refresh').at(-1)?.body).toEqual({
        document: [...lines.slice(0, 6), 'Location: Pier 9', ...lines.slice(9)].join('\n'),
      }),
    );
  });

  test('keeps the lines open for editing when other lines are edited or the preview is refreshed', async () => {
    api.respond('POST /api/curator/ingest/{operation_id}/refresh', { operation_id: APPLIED });
    const { user } = await open(undefined, withToasts);
    const edit = async (lines: string, text: string) => {
      await user.click(screen.getByRole('button', { name: lines }));
      await user.click(screen.getByRole('button', { name: 'Edit these lines' }));
      const box = screen.getByRole('textbox', { name: lines });
      await user.clear(box);
      await user.type(box, text);
    };
    await screen.findByText('Text of line 1');
    await edit('Lines 7–9', 'Location: Pier 9');
    await user.click(screen.getByRole('button', { name: 'Save lines' }));
    await edit('Lines 3–5', 'Notes: Fog.');
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    expect(screen.getByText('Notes: Fog.')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Lines 7–9' }), '!');

    await user.click(screen.getByRole('button', { name: 'Import 2 voyages' }));
    expect(await screen.findByText(/Your edits to the document are not in the preview yet/)).toBeVisible();
    expect(api.requests('POST /api/curator/ingest/{operation_id}/apply')).toHaveLength(0);

    await user.click(screen.getByRole('button', { name: 'Refresh preview' }));
    const lines = TEXT.split('\n');
    await waitFor(() =>
      expect(api.requests('POST /api/curator/ingest/{operation_id}/refresh').at(-1)?.body).toEqual({
        document: [...lines.slice(0, 2), 'Notes: Fog.', lines[5], 'Location: Pier 9!', ...lines.slice(9)].join('\n'),
      }),
    );
  });

  test('ignores Enter and Escape during IME composition', async () => {
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Lines 7–9' }));
    await user.click(screen.getByRole('button', { name: 'Edit these lines' }));
    const box = screen.getByRole('textbox', { name: 'Lines 7–9' });
    fireEvent.keyDown(box, { key: 'Escape', isComposing: true });
    expect(box).toBeInTheDocument();
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(box).not.toBeInTheDocument();
  });

  test('keeps an unsaved correction across a reload', async () => {
    const first = await open();
    await first.user.click(await screen.findByRole('button', { name: 'Lines 3–5' }));
    await first.user.click(screen.getByRole('button', { name: 'Edit these lines' }));
    await first.user.type(screen.getByRole('textbox', { name: 'Lines 3–5' }), ' and more');
    first.unmount();
    const second = await open();
    await second.user.click(await screen.findByRole('button', { name: 'Lines 3–5' }));
    expect(screen.getByRole('textbox', { name: 'Lines 3–5' })).toHaveValue(
      'Text of line 3\nText of line 4\nText of line 5 and more',
    );
    await second.user.click(screen.getByRole('button', { name: 'Cancel' }));
  });

  test('offers both versions of a conflict', async () => {
    api.respond('POST /api/curator/ingest/{operation_id}/conflicts', []);
    const { user } = await open();
    const conflict = await screen.findByRole('group', { name: 'Start' });
    expect(conflict).toHaveTextContent('Navy Yard');
    await user.click(within(conflict).getByRole('button', { name: 'Use document version' }));
    await waitFor(() =>
      expect(api.requests('POST /api/curator/ingest/{operation_id}/conflicts').at(-1)?.body).toEqual({
        choices: [{ ordinal: 2, field: 'start_location', choice: 'take' }],
      }),
    );
  });

  test('lists voyages edited after the preview, and refreshes', async () => {
    const stale_voyages = [
      {
        ordinal: 2,
        title: 'Fireworks',
        voyage_slug: '1976-07-04-ford-gerald-fireworks',
        reason: 'changed' as const,
        changed_by: 'anna',
      },
    ];
    api.respond('GET /api/curator/ingest/{operation_id}', aReport({ stale_voyages }));
    api.respond('POST /api/curator/ingest/{operation_id}/refresh', { operation_id: APPLIED });
    const { container, user } = await open();
    expect(await screen.findByText('1 voyage changed in the archive after this preview')).toBeVisible();
    expect(screen.getByText(/was edited by anna/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Import 1 voyage' })).toBeVisible();
    expect(screen.getByText('This document has 1 new voyage. 1 voyage will be skipped.')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Refresh preview' }));
    await waitFor(() =>
      expect(api.requests('GET /api/curator/ingest/{operation_id}').at(-1)?.params.operation_id).toBe(APPLIED),
    );
  });

  test('whose import failed is not shown as imported', async () => {
    const failed = aReport({ applied_as: APPLIED, applied_status: 'failed' });
    api.respond('GET /api/curator/ingest/{operation_id}', failed);
    await open();
    expect(await screen.findByText('Preview, not imported')).toBeVisible();
    expect(screen.queryByText('Preview used')).toBeNull();
    expect(screen.getByRole('link', { name: 'See the import' })).toHaveAttribute('href', `/voyages/import/${APPLIED}`);
  });

  test('has nothing to import when the archive is up to date', async () => {
    const plan = { create: 0, update: 0, unchanged: 6, conflict: 0 };
    api.respond('GET /api/curator/ingest/{operation_id}', aReport({ plan, open_conflicts: 0 }));
    await open();
    expect(await screen.findByText(/There is nothing to import/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Import \d/ })).toBeNull();
  });
});

describe('an import', () => {
  test('shows its current step while running and can be canceled', async () => {
    const running = aReport({
      dry_run: false,
      status: 'running',
      current_step: 'Saving voyages (3 of 6)',
      progress: 50,
    });
    api.respond('GET /api/curator/ingest/{operation_id}', running);
    api.respond('POST /api/curator/ingest/{operation_id}/cancel', anOperation({ operation_id: ID }));
    const { user } = await open();
    expect(await screen.findByText('Saving voyages (3 of 6)')).toBeVisible();
    expect(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '50');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(api.requests('POST /api/curator/ingest/{operation_id}/cancel')).toHaveLength(1));
  });

  test('shows why it failed and resumes with Retry', async () => {
    const failed = aReport({ dry_run: false, status: 'failed', error_message: 'Storage was unavailable.' });
    api.respond('GET /api/curator/ingest/{operation_id}', failed);
    api.respond('POST /api/curator/ingest/{operation_id}/retry', { operation_id: ID });
    const { user } = await open();
    expect(await screen.findByText('Storage was unavailable.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(api.requests('POST /api/curator/ingest/{operation_id}/retry')).toHaveLength(1));
  });

  test('names the records that block undo', async () => {
    api.respond('GET /api/curator/ingest/{operation_id}', aReport({ dry_run: false }));
    api.respond(
      'POST /api/curator/ingest/{operation_id}/undo',
      problem(409, 'Something stands against it.', {
        blockers: [{ kind: 'voyage', slug: 'a', title: 'Fireworks at night', reason: 'It was edited today.' }],
      }),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Undo this import' }));
    await user.click(await screen.findByRole('button', { name: 'Undo import' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Fireworks at night: It was edited today.');
  });

  test('shows the progress of an undo and no actions', async () => {
    api.respond('GET /api/curator/ingest/{operation_id}', aReport({ dry_run: false, undoing: 40 }));
    await open();
    expect(await screen.findByRole('progressbar', { name: 'Progress of undoing' })).toHaveAttribute(
      'aria-valuenow',
      '40',
    );
    expect(screen.getByText('Undoing')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull();
  });

  test('shows that it was undone, even if that was immediate', async () => {
    const saved = aReport({ dry_run: false });
    api.respond('GET /api/curator/ingest/{operation_id}', saved);
    api.respond('POST /api/curator/ingest/{operation_id}/undo', () => {
      api.respond('GET /api/curator/ingest/{operation_id}', { ...saved, undone_at: saved.created_at });
      return { ...saved, undoing: 0 };
    });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Undo this import' }));
    await user.click(await screen.findByRole('button', { name: 'Undo import' }));
    expect(await screen.findByText('Undone')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Undone changes' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull();
  });

  test('says when its details were deleted, and offers nothing that needs them', async () => {
    const report = aReport({ dry_run: false, details_deleted_at: '2026-11-20T09:00:00.000Z' });
    api.respond('GET /api/curator/ingest/{operation_id}', report);
    await open();
    expect(
      await screen.findByText(/^The list of changes and problems was deleted on .*a year after the import/),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Download report' })).toBeNull();
  });

  test('that does not exist links back to all imports', async () => {
    api.respond('GET /api/curator/ingest/{operation_id}', problem(404, 'Not found'));
    await open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Import not found' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'All imports' })).toHaveAttribute('href', '/voyages/import');
  });
});
