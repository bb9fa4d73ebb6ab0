// cspell:ignore Kissingers Gäste Jörg Müller
import { beforeEach, describe, expect, test } from '@jest/globals';
import type { IngestCard, IngestItem, IngestMarks, IngestName, IngestReport } from '@archive/contracts';
import { voyageFields } from '@archive/contracts';
import { accessibilityProblems, anOperation, mockApi, page, problem, renderRoute } from '@archive/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { installRemoteHost, type PersonPickerProps } from '@archive/shell-api';
import { routes } from './routes.tsx';

const api = mockApi();
const ID = '0f5a0a36-6f2c-4b62-9a43-d93a3d2f7a11';
const open = () => renderRoute(routes, `/voyages/import/${ID}`, { at: '/voyages' });

const REPORT: IngestReport = {
  ...anOperation({ operation_id: ID, filename: 'ford.md', dry_run: true, status: 'completed', format: 'markdown' }),
  plan: { create: 1, update: 0, unchanged: 0, conflict: 0 },
  clear_empty: false,
  empty_ignored: 0,
  removals: [],
  removal_warning: null,
  same_day: 0,
  open_conflicts: 0,
  stale_voyages: [],
  rejected: 0,
  names: { check: 1, new: 1, known: 1, text: 1, decided: 1 },
  names_to_review: { new: 1, known: 0, text: 0 },
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
  problems: [],
};

const aName = (overrides: Partial<IngestName>): IngestName => ({
  key: `person:${overrides.written}`,
  kind: 'person',
  written: 'Ann Lee',
  voyages: 3,
  line: 3,
  state: 'known',
  person: null,
  suggestion: null,
  spellings: [],
  proposal: [],
  reason: null,
  decision: null,
  decided_earlier: false,
  decided_by: null,
  ...overrides,
});
const LIKE_KISSINGER = aName({
  written: 'Henry Kisinger',
  state: 'new',
  person: { person_slug: null, full_name: 'Henry Kisinger' },
  suggestion: { person_slug: 'kissinger-henry', full_name: 'Henry Kissinger' },
});
const DECIDED = aName({
  written: 'Ann Lee',
  person: { person_slug: 'lee-ann', full_name: 'Ann Lee' },
  decision: { kind: 'person', person_slug: 'lee-ann' },
  decided_earlier: true,
  decided_by: 'anna',
});
const COUPLE = aName({
  key: 'group:ben and tony bradlee',
  kind: 'group',
  written: 'Ben and Tony Bradlee',
  state: 'text',
});

const EMPTY = Object.fromEntries(Object.entries(voyageFields).map(([name, { empty }]) => [name, empty]));
const CARD: IngestCard = {
  fields: {
    ...(EMPTY as IngestCard['fields']),
    title: 'Dinner for Trudeau',
    start_date: '1976-06-16',
    start_location: 'Navy Yard',
    notes: 'A quiet evening.',
    mention_menu: true,
    additional_guests: 'Ben and Tony Bradlee',
  },
  owner: { full_name: 'Gerald Ford', person_slug: 'ford-gerald', state: 'known', name_key: null, reason: null },
  people: [
    {
      full_name: 'Henry Kisinger',
      person_slug: null,
      state: 'new',
      name_key: LIKE_KISSINGER.key,
      title: 'Secretary',
      capacity_role: null,
      is_crew: false,
    },
    {
      full_name: 'Ann Lee',
      person_slug: 'lee-ann',
      state: 'known',
      name_key: DECIDED.key,
      title: null,
      capacity_role: 'cook',
      is_crew: true,
    },
  ],
  unused: [{ line: 3, from: 8, to: 16 }],
};
const ITEM: IngestItem = {
  ordinal: 1,
  action: 'create',
  voyage_slug: null,
  title: 'Dinner for Trudeau',
  start_date: '1976-06-16',
  line: 3,
  end_line: 4,
  changes: [],
  conflicts: [],
  card: CARD,
  names: [LIKE_KISSINGER, DECIDED, COUPLE],
};

/** Replaces the people micro-frontend's picker. */
const Picker = ({ label, onPick }: PersonPickerProps) => (
  <button
    type="button"
    onClick={() =>
      onPick({
        person_slug: 'kissinger-nancy',
        full_name: 'Nancy Kissinger',
        role_title: null,
        title: null,
        capacity_role: null,
        is_crew: false,
      })
    }
  >
    {label}
  </button>
);

beforeEach(() => {
  installRemoteHost({ load: () => Promise.resolve({ component: Picker }), versionOf: () => '1.0.0' });
  api.respond('GET /api/curator/ingest-status', { operations: [] });
  api.respond('GET /api/curator/ingest/{operation_id}', REPORT);
  api.respond('GET /api/curator/ingest/{operation_id}/plan', page([ITEM], 1));
  api.respond('GET /api/curator/ingest/{operation_id}/names', page([LIKE_KISSINGER], 1));
  api.respond('POST /api/curator/ingest/{operation_id}/names', () => {
    const planning = { ...REPORT, status: 'initializing' as const };
    api.respond('GET /api/curator/ingest/{operation_id}', planning);
    return planning;
  });
  api.respond('GET /api/curator/ingest/{operation_id}/document', {
    filename: 'ford.md',
    format: 'markdown',
    text: '# President Ford\n\n(Menu) (Zeppelin)\n## 1976-06-16: Dinner for Trudeau\n',
  });
});

const entry = async () => (await screen.findByText('Dinner for Trudeau')).closest('li')!;
const lastDecision = async () => {
  await waitFor(() => expect(api.requests('POST /api/curator/ingest/{operation_id}/names')).toHaveLength(1));
  return api.requests('POST /api/curator/ingest/{operation_id}/names')[0]?.body;
};

test('a new voyage is shown as its card, beside its lines with the unused words marked', async () => {
  const { container } = await open();
  const item = await entry();
  expect(within(item).getByRole('link', { name: 'Gerald Ford' })).toHaveAttribute('href', '/people/ford-gerald');
  expect(within(item).getByText('Navy Yard', { exact: false })).toBeVisible();
  expect(await within(item).findByText('A quiet evening.')).toBeVisible();
  expect(within(item).getByText('Menu')).toBeVisible();
  const lines = await within(item).findByRole('list', { name: 'Lines of this voyage' });
  expect(within(lines).getByText('Zeppelin')).toHaveProperty('tagName', 'MARK');
  expect(within(lines).getByText('## 1976-06-16: Dinner for Trudeau')).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
});

test('the columns of a table are shown with the fields into which they are imported, and can be changed', async () => {
  const columns: IngestReport['columns'] = [
    { name: 'Date', column: 'start_date', samples: ['6/16/76'] },
    { name: 'Hull', column: null, samples: ['blue'] },
  ];
  api.respond('GET /api/curator/ingest/{operation_id}', { ...REPORT, format: 'csv', columns });
  api.respond('POST /api/curator/ingest/{operation_id}/rows', []);
  api.respond('POST /api/curator/ingest/{operation_id}/columns', { ...REPORT, status: 'initializing' });
  const { user, container } = await open();
  const section = await screen.findByRole('region', { name: /Columns of the table/ });
  expect(section).toHaveTextContent('1 without a field');
  expect(within(section).getByRole('combobox', { name: 'Date' })).toHaveDisplayValue('Start date');
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.selectOptions(within(section).getByRole('combobox', { name: 'Hull' }), 'Notes');
  await user.click(within(section).getByRole('button', { name: 'Use these columns' }));
  await waitFor(() =>
    expect(api.requests('POST /api/curator/ingest/{operation_id}/columns')[0]?.body).toEqual({
      columns: ['start_date', 'notes'],
      reading: { encoding: null, separator: null, date_order: null, sheet: null },
    }),
  );
});

test('a table whose columns nobody has checked waits for the choice, and shows what its first rows would become', async () => {
  const columns: IngestReport['columns'] = [
    { name: 'Tag', column: null, samples: ['05.06.1971', '', '16.06.1971'] },
    { name: 'Gäste', column: 'passengers', samples: ['Jörg Müller', 'Ann Lee', ''] },
  ];
  const found = {
    encoding: 'macintosh' as const,
    separator: null,
    date_order: 'day_first' as const,
    sheet: 'Voyages',
    sheets: [
      { name: 'Voyages', rows: 2 },
      { name: 'Notes', rows: 9 },
    ],
  };
  api.respond('GET /api/curator/ingest/{operation_id}', {
    ...REPORT,
    format: 'csv',
    columns,
    needs_columns: true,
    found_reading: found,
  });
  api.respond('POST /api/curator/ingest/{operation_id}/rows', [
    {
      values: [{ column: 'start_date', value: '1971-06-05' }],
      problems: ['“05.06.1971” is understood as June 5, 1971.'],
    },
    { values: [], problems: ['The row has no date, so it’s skipped: “Ann Lee”.'] },
  ]);
  api.respond('POST /api/curator/ingest/{operation_id}/columns', { ...REPORT, status: 'initializing' });
  const { user, container } = await open();
  const section = await screen.findByRole('region', { name: /Columns of the table/ });
  expect(screen.getByText(/Check what each column of this table means/)).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Import/ })).toBeNull();
  expect(section).toHaveTextContent('First rows: 05.06.1971 · 16.06.1971');
  const rows = await within(section).findByRole('region', { name: 'First rows as voyages' });
  expect(await within(rows).findByText('1971-06-05')).toBeVisible();
  expect(rows).toHaveTextContent('Row 2 would be skipped');
  expect(await accessibilityProblems(container)).toEqual([]);

  expect(within(section).getByRole('button', { name: 'Preview the import' })).toBeDisabled();
  await user.selectOptions(within(section).getByRole('combobox', { name: 'Tag' }), 'Start date');
  await waitFor(() =>
    expect(api.requests('POST /api/curator/ingest/{operation_id}/rows').at(-1)?.body).toMatchObject({
      columns: ['start_date', 'passengers'],
    }),
  );
  const encoding = within(section).getByRole('combobox', { name: 'Encoding of the file' });
  expect(encoding).toHaveDisplayValue('Automatic: Western European (Mac)');
  await user.selectOptions(encoding, 'Western European (Windows)');
  await user.selectOptions(within(section).getByRole('combobox', { name: 'Between the values of a cell' }), 'Slash /');
  await user.click(within(section).getByRole('button', { name: 'Preview the import' }));
  await waitFor(() =>
    expect(api.requests('POST /api/curator/ingest/{operation_id}/columns')[0]?.body).toEqual({
      columns: ['start_date', 'passengers'],
      reading: { encoding: 'windows-1252', separator: '/', date_order: null, sheet: null },
    }),
  );
});

test('the columns open when they turn out to need a check', async () => {
  const columns: IngestReport['columns'] = [{ name: 'Sailed', column: 'start_date', samples: ['1971-06-05'] }];
  let report: IngestReport = { ...REPORT, format: 'csv', columns, status: 'running', finished_at: null };
  api.respond('GET /api/curator/ingest/{operation_id}', () => report);
  api.respond('POST /api/curator/ingest/{operation_id}/rows', []);
  await open();
  const section = await screen.findByRole('region', { name: /Columns of the table/ });
  expect(within(section).queryByLabelText('Sailed')).toBeNull();
  report = { ...REPORT, format: 'csv', columns, needs_columns: true };
  expect(await screen.findByRole('combobox', { name: 'Sailed' }, { timeout: 10_000 })).toHaveDisplayValue('Start date');
});

test('another sheet of a workbook is read before its columns are chosen', async () => {
  const columns: IngestReport['columns'] = [{ name: 'Date', column: 'start_date', samples: ['1971-06-05'] }];
  const found_reading = {
    encoding: null,
    separator: null,
    date_order: 'month_first' as const,
    sheet: 'Log 1971',
    sheets: [
      { name: 'Log 1971', rows: 2 },
      { name: 'Log 1972', rows: 1 },
    ],
  };
  const report = { ...REPORT, format: 'xlsx' as const, columns, needs_columns: true, found_reading };
  api.respond('GET /api/curator/ingest/{operation_id}', report);
  api.respond('POST /api/curator/ingest/{operation_id}/rows', []);
  api.respond('POST /api/curator/ingest/{operation_id}/columns', { ...REPORT, status: 'initializing' });
  const { user } = await open();
  const section = await screen.findByRole('region', { name: /Columns of the table/ });
  const sheet = within(section).getByRole('combobox', { name: 'Sheet of the workbook' });
  expect(sheet).toHaveDisplayValue('Automatic: Log 1971 (2 rows)');
  await user.selectOptions(sheet, 'Log 1972 (1 row)');
  expect(within(section).queryByRole('button', { name: 'Preview the import' })).toBeNull();
  await user.click(within(section).getByRole('button', { name: 'Read this sheet' }));
  await waitFor(() =>
    expect(api.requests('POST /api/curator/ingest/{operation_id}/columns')[0]?.body).toEqual({
      columns: null,
      reading: { encoding: null, separator: null, date_order: null, sheet: 'Log 1972' },
    }),
  );
});

test('the columns of a table in which no voyage was found can still be changed', async () => {
  const columns: IngestReport['columns'] = [
    { name: 'Where', column: 'start_date', samples: ['Pier'] },
    { name: 'When', column: null, samples: ['6/16/76'] },
  ];
  const failed = { status: 'failed' as const, error_message: 'No date.', finished_at: REPORT.created_at };
  api.respond('GET /api/curator/ingest/{operation_id}', { ...REPORT, ...failed, format: 'csv', columns });
  api.respond('POST /api/curator/ingest/{operation_id}/rows', []);
  const { user } = await open();
  const section = await screen.findByRole('region', { name: /Columns of the table/ });
  await user.selectOptions(within(section).getByRole('combobox', { name: 'When' }), 'Start date');
  expect(within(section).getByRole('button', { name: 'Use these columns' })).toBeEnabled();
});

test('columns can’t be sent while the preview is made', async () => {
  const columns: IngestReport['columns'] = [
    { name: 'Date', column: 'start_date', samples: ['6/16/76'] },
    { name: 'Where', column: null, samples: ['Pier'] },
  ];
  api.respond('GET /api/curator/ingest/{operation_id}', {
    ...REPORT,
    status: 'running',
    finished_at: null,
    format: 'csv',
    columns,
    columns_chosen_by: 'anna',
  });
  const { user } = await open();
  const section = await screen.findByRole('region', { name: /Columns of the table/ });
  await user.selectOptions(within(section).getByRole('combobox', { name: 'Where' }), 'Title');
  for (const name of ['Forget these fields', 'Use these columns']) {
    const button = within(section).getByRole('button', { name });
    expect(button).toHaveAttribute('aria-busy', 'true');
    await user.click(button);
  }
  expect(api.requests('POST /api/curator/ingest/{operation_id}/columns')).toEqual([]);
});

test('columns chosen in an earlier import are marked as such, and the choice can be dropped', async () => {
  const columns: IngestReport['columns'] = [{ name: 'Date', column: 'start_date', samples: ['6/16/76'] }];
  api.respond('GET /api/curator/ingest/{operation_id}', {
    ...REPORT,
    format: 'csv',
    columns,
    columns_chosen_by: 'anna',
  });
  api.respond('POST /api/curator/ingest/{operation_id}/rows', []);
  api.respond('POST /api/curator/ingest/{operation_id}/columns', { ...REPORT, status: 'initializing' });
  const { user, container } = await open();
  const section = await screen.findByRole('region', { name: /Columns of the table/ });
  expect(section).toHaveTextContent('These fields were chosen by anna in an earlier import. You can change them.');
  expect(await accessibilityProblems(container)).toEqual([]);
  await user.click(within(section).getByRole('button', { name: 'Forget these fields' }));
  await waitFor(() =>
    expect(api.requests('POST /api/curator/ingest/{operation_id}/columns')[0]?.body).toEqual({ columns: null }),
  );
});

describe('names to review', () => {
  const importButton = () => screen.getByRole('button', { name: /^Import \d/ });

  test('are imported as the preview says, after a confirmation', async () => {
    api.respond('GET /api/curator/ingest/{operation_id}', {
      ...REPORT,
      names: { check: 6, new: 4, known: 1, text: 2, decided: 0 },
      names_to_review: { new: 3, known: 1, text: 2 },
    });
    api.respond('POST /api/curator/ingest/{operation_id}/apply', anOperation({ operation_id: ID }));
    const { user, container } = await open();
    expect(await screen.findByText('6 names to review')).toBeVisible();
    expect(
      screen.getByText(
        'If you import without a review, 3 are added as new people, 1 is linked to the possible match, and 2 are kept as text, without people.',
      ),
    ).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    expect(importButton()).toBeDisabled();
    await user.click(screen.getByRole('checkbox', { name: 'Import without reviewing them' }));
    await user.click(importButton());
    await waitFor(() => expect(api.requests('POST /api/curator/ingest/{operation_id}/apply')).toHaveLength(1));
    const [request] = api.requests('POST /api/curator/ingest/{operation_id}/apply');
    expect(request?.query.get('confirm_names')).toBe('1');
  });

  test('are one press away, even after the list is closed or filtered', async () => {
    api.respond('GET /api/curator/ingest/{operation_id}/names', ({ query }) =>
      page([query.get('show') === 'check' ? LIKE_KISSINGER : DECIDED], 1),
    );
    const { user } = await open();
    const section = () => screen.getByRole('region', { name: 'People and owners' });
    await screen.findByText('If you import without a review, 1 is added as a new person.');
    await user.selectOptions(within(section()).getByRole('combobox', { name: 'Show' }), 'Confirmed (1)');
    await waitFor(() => expect(within(section()).getByRole('list', { name: 'Names' })).toHaveTextContent(/^Ann Lee/));
    await user.click(within(section()).getByRole('button', { name: /^People and owners/ }));
    await user.click(screen.getByRole('button', { name: 'Review names' }));
    await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Henry Kisinger/));
    expect(section()).toContainElement(document.activeElement as HTMLElement);
    // Choosing another filter keeps the focus on it.
    const filter = within(section()).getByRole('combobox', { name: 'Show' });
    for (const option of ['Confirmed (1)', 'Needs review (1)']) {
      await user.selectOptions(filter, option);
      await waitFor(() => expect(within(section()).getByRole('list', { name: 'Names' })).toBeVisible());
    }
    expect(filter).toHaveFocus();
  });

  test('are not mentioned once all are reviewed', async () => {
    api.respond('GET /api/curator/ingest/{operation_id}', {
      ...REPORT,
      names: { ...REPORT.names, check: 0 },
      names_to_review: { new: 0, known: 0, text: 0 },
    });
    await open();
    await waitFor(() => expect(importButton()).toBeEnabled());
    expect(screen.queryByText(/to review/)).toBeNull();
  });
});

describe('a name', () => {
  test('that is probably someone in the archive is accepted in place', async () => {
    const { user } = await open();
    const item = await entry();
    expect(within(item).getByText('Possible match: Henry Kissinger')).toBeVisible();
    await user.click(within(item).getByRole('button', { name: 'Use Henry Kissinger for “Henry Kisinger”' }));
    expect(await lastDecision()).toEqual({
      decisions: [{ key: LIKE_KISSINGER.key, decision: { kind: 'person', person_slug: 'kissinger-henry' } }],
    });
    // Apply is disabled until the preview is recomputed.
    expect(screen.getByRole('button', { name: /^Import \d/ })).toHaveAttribute('aria-busy', 'true');
  });

  test('can be linked to another person in the archive in a dialog', async () => {
    const { user } = await open();
    await user.click(within(await entry()).getByRole('button', { name: 'Change the match for “Henry Kisinger”' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog).toHaveTextContent(
      'Your choice applies to 3 voyages in this document, and will be remembered for the next import.',
    );
    const pick = await within(dialog).findByRole('button', { name: 'Choose a person' });
    expect(within(dialog).getByRole('button', { name: 'Don’t link to a person' })).toBeVisible();
    expect(await accessibilityProblems(dialog)).toEqual([]);
    await user.click(pick);
    expect(await lastDecision()).toEqual({
      decisions: [{ key: LIKE_KISSINGER.key, decision: { kind: 'person', person_slug: 'kissinger-nancy' } }],
    });
  });

  test('with different spellings can use one of them in the whole document', async () => {
    const spelled = aName({
      written: 'Henry Kissinger',
      state: 'new',
      person: { person_slug: null, full_name: 'Henry Kissinger' },
      spellings: [
        { key: 'person:h kissinger', full_name: 'H. Kissinger' },
        { key: 'person:kisinger', full_name: 'Kisinger' },
      ],
    });
    api.respond('GET /api/curator/ingest/{operation_id}/names', page([spelled], 1));
    const { user, container } = await open();
    const section = await screen.findByRole('region', { name: 'People and owners' });
    expect(await within(section).findByText('Also written as “H. Kissinger” and “Kisinger”')).toBeVisible();
    expect(within(section).getByRole('button', { name: '“Henry Kissinger” is a different person' })).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(within(section).getByRole('button', { name: 'Use “Henry Kissinger” for all spellings' }));
    const decision = { kind: 'split', names: ['Henry Kissinger'] };
    expect(await lastDecision()).toEqual({
      decisions: [
        { key: 'person:h kissinger', decision },
        { key: 'person:kisinger', decision },
      ],
    });
  });

  test('opens the dialog to choose a person every time', async () => {
    const { user } = await open();
    const item = await entry();
    for (const written of ['Henry Kisinger', 'Ann Lee', 'Henry Kisinger']) {
      await act(() => user.click(within(item).getByRole('button', { name: `Change the match for “${written}”` })));
      const dialog = await screen.findByRole('dialog');
      expect(await within(dialog).findByRole('button', { name: 'Choose a person' })).toBeVisible();
      await user.click(within(dialog).getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
  });

  test('of a couple is split into two people', async () => {
    const { user } = await open();
    await user.click(within(await entry()).getByRole('button', { name: 'Choose people for “Ben and Tony Bradlee”' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByRole('textbox', { name: 'First person' })).toHaveValue('Ben Bradlee');
    await user.click(within(dialog).getByRole('button', { name: 'Split into two people' }));
    expect(await lastDecision()).toEqual({
      decisions: [{ key: COUPLE.key, decision: { kind: 'split', names: ['Ben Bradlee', 'Tony Bradlee'] } }],
    });
  });

  describe('of a group', () => {
    const family = aName({
      key: 'group:the kissingers',
      kind: 'group',
      written: 'the Kissingers',
      state: 'text',
      proposal: [
        { person_slug: 'kissinger-henry', full_name: 'Henry Kissinger' },
        { person_slug: null, full_name: 'Nancy Kissinger' },
        { person_slug: null, full_name: 'David Kissinger' },
      ],
    });
    const openFamily = async () => {
      api.respond('GET /api/curator/ingest/{operation_id}/names', page([family], 1));
      const opened = await open();
      return { ...opened, names: await screen.findByRole('list', { name: 'Names' }) };
    };

    test('is proposed as people, who can be changed one by one', async () => {
      const { user, container, names } = await openFamily();
      expect(names).toHaveTextContent(
        'Proposed: Henry Kissinger, Nancy Kissinger (not in the archive), David Kissinger (not in the archive)',
      );
      expect(await accessibilityProblems(container)).toEqual([]);
      await user.click(within(names).getByRole('button', { name: 'Choose people for “the Kissingers”' }));
      const dialog = await screen.findByRole('dialog');
      await user.clear(within(dialog).getByRole('textbox', { name: 'Person 3' }));
      await user.click(within(dialog).getByRole('button', { name: 'Split into two people' }));
      expect(await lastDecision()).toEqual({
        decisions: [{ key: family.key, decision: { kind: 'split', names: ['Henry Kissinger', 'Nancy Kissinger'] } }],
      });
    });

    test.each([
      [
        'Use these people for “the Kissingers”',
        { kind: 'split', names: ['Henry Kissinger', 'Nancy Kissinger', 'David Kissinger'] },
      ],
      ['Keep as text: “the Kissingers”', { kind: 'text' }],
    ])('is decided with one click: %s', async (button, decision) => {
      const { user, names } = await openFamily();
      await user.click(within(names).getByRole('button', { name: button }));
      expect(await lastDecision()).toEqual({ decisions: [{ key: family.key, decision }] });
    });
  });

  test.each([
    ['confirmed', { kind: 'person', person_slug: 'ford-gerald' }],
    ['rejected', { kind: 'text' }],
  ])('of an owner that the document doesn’t state is proposed with the reason, and %s', async (action, decision) => {
    const owner = aName({
      key: 'proposed owner:aboard ford-gerald',
      kind: 'proposed_owner',
      written: 'Gerald Ford',
      state: 'likely',
      person: { person_slug: 'ford-gerald', full_name: 'Gerald Ford' },
      reason: 'aboard',
    });
    api.respond('GET /api/presidents', page([], 0));
    api.respond('GET /api/curator/ingest/{operation_id}/names', page([owner], 1));
    const { user } = await open();
    const names = await screen.findByRole('list', { name: 'Names' });
    expect(names).toHaveTextContent('Proposed owner: Gerald Ford, who was aboard');
    if (action === 'confirmed')
      await user.click(within(names).getByRole('button', { name: 'Use Gerald Ford for “Gerald Ford”' }));
    else {
      await user.click(within(names).getByRole('button', { name: 'Change the match for “Gerald Ford”' }));
      await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'No owner' }));
    }
    expect(await lastDecision()).toEqual({ decisions: [{ key: owner.key, decision }] });
  });

  test('that was decided in an earlier import is marked as such, and the decision can be undone', async () => {
    const { user } = await open();
    const item = await entry();
    expect(within(item).getByText('Confirmed in an earlier import')).toBeVisible();
    await user.click(within(item).getByRole('button', { name: 'Undo the choice for “Ann Lee”' }));
    expect(await lastDecision()).toEqual({ decisions: [{ key: DECIDED.key, decision: null }] });
  });

  test('is listed once for the whole document, with a filter', async () => {
    const { user, container } = await open();
    const section = await screen.findByRole('region', { name: 'People and owners' });
    const names = await within(section).findByRole('list', { name: 'Names' });
    expect(names).toHaveTextContent('Henry Kisinger3 voyages');
    expect(within(names).getByRole('link', { name: 'Henry Kissinger' })).toHaveAttribute(
      'href',
      '/people/kissinger-henry',
    );
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.selectOptions(within(section).getByRole('combobox', { name: 'Show' }), 'Confirmed (1)');
    await waitFor(() =>
      expect(api.requests('GET /api/curator/ingest/{operation_id}/names').at(-1)?.query.get('show')).toBe('decided'),
    );
  });

  test('of an owner is matched with an owner in the archive', async () => {
    const owner = aName({
      key: 'owner:owner jerry ford',
      kind: 'owner',
      written: 'Jerry Ford',
      state: 'new',
      person: { person_slug: null, full_name: 'Jerry Ford' },
    });
    const president = { president_slug: 'ford-gerald', full_name: 'Gerald Ford' };
    api.respond('GET /api/presidents', page([president as never], 1));
    api.respond('GET /api/curator/ingest/{operation_id}/names', page([owner], 1));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Change the match for “Jerry Ford”' }));
    const dialog = await screen.findByRole('dialog');
    await waitFor(() => expect(within(dialog).getByRole('option', { name: 'Gerald Ford' })).toBeInTheDocument());
    await user.selectOptions(within(dialog).getByRole('combobox', { name: 'President/Owner' }), 'Gerald Ford');
    await user.click(within(dialog).getByRole('button', { name: 'Use this owner' }));
    expect(await lastDecision()).toEqual({
      decisions: [{ key: owner.key, decision: { kind: 'person', person_slug: 'ford-gerald' } }],
    });
  });
});

describe('a log without headings', () => {
  const LOG = '1947\nMar. 16  Potomac R.  Rain.\nMar. 17  Quantico  Fog.\nEnd of the page\n';
  const columns: IngestMarks['columns'] = [
    { name: 'Date', column: 'start_date', samples: ['1947-03-16'] },
    { name: 'Weather', column: null, samples: ['Rain'] },
  ];
  const row = (line: number): IngestMarks['rows'][number] => ({
    line,
    end_line: line,
    values: [{ column: 'start_date', value: `1947-03-${line + 14}` }],
    problems: [],
  });
  const MARKS: IngestMarks = { version: 1, marks: [2, 3], columns, columns_chosen_by: null, rows: [2, 3].map(row) };
  const PUT = 'PUT /api/curator/ingest/{operation_id}/marks';
  const saved = () => api.requests(PUT).map(({ body }) => (body as { marks: number[] }).marks);

  beforeEach(() => {
    sessionStorage.clear();
    api.respond('GET /api/curator/ingest/{operation_id}', { ...REPORT, columns, marked: true, needs_columns: true });
    api.respond('GET /api/curator/ingest/{operation_id}/marks', MARKS);
    api.respond('GET /api/curator/ingest/{operation_id}/document', {
      filename: 'log.txt',
      format: 'markdown',
      text: LOG,
    });
    api.respond(PUT, ({ body }) => {
      const { version, marks } = body as { version: number; marks: number[] };
      return { ...MARKS, version: version + 1, marks, rows: marks.map(row) };
    });
  });

  test('is marked with clicks and keys, saves each step, and undoes it', async () => {
    const { user, container } = await open();
    const list = await screen.findByRole('listbox', { name: 'Lines at which voyages begin' });
    const lines = within(list).getAllByRole('option');
    const marked = () =>
      lines.flatMap((line, index) =>
        line.ariaSelected === 'true' || line.getAttribute('aria-selected') === 'true' ? [index + 1] : [],
      );
    expect(marked()).toEqual([2, 3]);
    expect(await accessibilityProblems(container)).toEqual([]);

    await user.click(lines[3]!);
    expect(marked()).toEqual([2, 3, 4]);
    await waitFor(() => expect(saved()).toEqual([[2, 3, 4]]));
    list.focus();
    await user.keyboard('{ArrowUp} ');
    expect(marked()).toEqual([2, 4]);
    await user.keyboard('{ArrowUp}{Alt>}{ArrowDown}{/Alt}');
    expect(marked()).toEqual([3, 4]);
    await user.keyboard('{Control>}z{/Control}');
    expect(marked()).toEqual([2, 4]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(marked()).toEqual([2, 3]);
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled();
    await waitFor(() => expect(saved().at(-1)).toEqual([2, 3]));
  });

  test('continues with what its parts are, which a curator chooses once', async () => {
    const started = { ...REPORT, columns, marked: true, status: 'initializing' as const };
    api.respond('POST /api/curator/ingest/{operation_id}/columns', () => {
      api.respond('GET /api/curator/ingest/{operation_id}', started);
      return Response.json(started);
    });
    const { user } = await open();
    const understood = await screen.findByRole('region', { name: 'What was read from the lines' });
    expect(understood).toHaveTextContent('2 voyages');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Weather' }), 'Notes');
    await user.click(screen.getByRole('checkbox', { name: 'Remember these choices' }));
    await user.click(screen.getByRole('button', { name: 'Continue with 2 voyages' }));
    await waitFor(() =>
      expect(api.requests('POST /api/curator/ingest/{operation_id}/columns')[0]?.body).toEqual({
        columns: ['start_date', 'notes'],
        remember: false,
      }),
    );
    // The choice is saved before the preview is planned with it.
    expect(api.requests(PUT)[0]?.body).toMatchObject({
      version: 1,
      columns: [{ column: 'start_date' }, { column: 'notes' }],
    });
    // While it plans the preview, the server refuses to read the marks, so nothing may ask for them.
    await waitFor(() => expect(screen.queryByRole('listbox', { name: 'Lines at which voyages begin' })).toBeNull());
    expect(api.requests('GET /api/curator/ingest/{operation_id}/marks')).toHaveLength(1);
  });

  test('counts only voyages with a date, and says which lines are skipped', async () => {
    api.respond('GET /api/curator/ingest/{operation_id}/marks', {
      ...MARKS,
      marks: [2, 3, 4],
      rows: [row(2), row(3), { ...row(4), values: [] }],
    });
    await open();
    const understood = await screen.findByRole('region', { name: 'What was read from the lines' });
    expect(understood).toHaveTextContent(
      '2 voyages, and 1 marked line that will be skipped, because it has no date that can be read.',
    );
    expect(screen.getByRole('button', { name: 'Continue with 2 voyages' })).toBeEnabled();
  });

  test('undoes steps after a reload, unless someone else has changed the marks since', async () => {
    const first = await open();
    await first.user.click((await screen.findAllByRole('option', { name: /End/ }))[0]!);
    await first.user.click(screen.getAllByRole('option', { name: /Mar. 16/ })[0]!);
    await waitFor(() => expect(saved().at(-1)).toEqual([3, 4]));
    first.unmount();
    const { version } = api.requests(PUT).at(-1)!.body as { version: number };
    const reload = (now: number) => {
      api.respond('GET /api/curator/ingest/{operation_id}/marks', { ...MARKS, version: now, marks: [3, 4], rows: [] });
      return open();
    };
    const second = await reload(version + 1);
    const undo = await screen.findByRole('button', { name: 'Undo' });
    await second.user.click(undo);
    await second.user.click(undo);
    expect(undo).toBeDisabled();
    await waitFor(() => expect(saved().at(-1)).toEqual([2, 3]));
    second.unmount();
    await reload(version + 9);
    expect(await screen.findByRole('button', { name: 'Undo' })).toBeDisabled();
  });

  test('saves steps one after another, each with the version of the one before', async () => {
    api.respond('POST /api/curator/ingest/{operation_id}/columns', { ...REPORT, status: 'initializing' });
    const waiting: (() => void)[] = [];
    api.respond(PUT, async ({ body }) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      const { version, marks } = body as { version: number; marks: number[] };
      return Response.json({ ...MARKS, version: version + 1, marks, rows: marks.map(row) });
    });
    const { user } = await open();
    const list = await screen.findByRole('listbox', { name: 'Lines at which voyages begin' });
    const lines = within(list).getAllByRole('option');
    await user.click(lines[3]!);
    await waitFor(() => expect(waiting).toHaveLength(1));
    await user.click(lines[3]!);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await user.click(lines[3]!);
    await user.click(screen.getByRole('button', { name: 'Continue with 3 voyages' }));
    for (const count of [1, 2]) {
      await waitFor(() => expect(waiting.length).toBeGreaterThanOrEqual(count));
      waiting[count - 1]!();
    }
    await waitFor(() => {
      waiting.at(-1)?.();
      expect(api.requests('POST /api/curator/ingest/{operation_id}/columns')).toHaveLength(1);
    });
    const versions = api.requests(PUT).map(({ body }) => (body as { version: number }).version);
    expect(versions).toEqual(versions.map((_, index) => index + 1));
  });

  test('saves a step again that could not be saved', async () => {
    api.respond(PUT, problem(503, 'Can’t reach the database.'));
    const { user } = await open();
    await user.click((await screen.findAllByRole('option', { name: /End/ }))[0]!);
    expect(await screen.findByText('Can’t reach the database.')).toBeVisible();
    api.respond(PUT, { ...MARKS, version: 2, marks: [2, 3, 4], rows: [2, 3, 4].map(row) });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(screen.queryByText('The last change isn’t saved')).toBeNull());
    expect(saved().at(-1)).toEqual([2, 3, 4]);
  });

  test('says when someone else has changed the marks', async () => {
    api.respond(PUT, problem(409, 'Someone else has changed the marks.'));
    const { user } = await open();
    await user.click((await screen.findAllByRole('option', { name: /Mar. 17/ }))[0]!);
    expect(await screen.findByText('Someone else has changed the marks.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue with 1 voyage' }));
    expect(api.requests('POST /api/curator/ingest/{operation_id}/columns')).toEqual([]);
  });
});

test('a large import waits for another curator, who can approve it', async () => {
  const APPROVE = 'POST /api/curator/ingest/{operation_id}/approve';
  const report = { ...REPORT, started_by: 'anna', names: { ...REPORT.names, check: 0 } };
  api.respond('GET /api/curator/ingest/{operation_id}', { ...report, needs_approval: true });
  api.respond(APPROVE, () => {
    api.respond('GET /api/curator/ingest/{operation_id}', { ...report, approved_by: 'curator' });
    return Response.json(REPORT);
  });
  const { user } = await open();
  expect(await screen.findByText('A second curator has to approve this import')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Import \d/ })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Approve import' }));
  expect(await screen.findByText(/by anna, approved by curator/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Import \d/ })).toBeEnabled();
});
