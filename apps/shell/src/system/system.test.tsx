import { examples, type OperationResponse, SECURITY_EVENT_KINDS, type systemOperations } from '@archive/contracts';
import { accessibilityProblems, mockApi, noContent, problem } from '@archive/testing';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { renderApp, signedIn } from '../test/render-app.tsx';

const api = mockApi();
const STATUS = examples.get('system.status')?.response as OperationResponse<typeof systemOperations.status>;
const EVENTS = examples.get('system.securityEvents')?.response as OperationResponse<
  typeof systemOperations.securityEvents
>;
const AWAY = problem(503, 'The database is not available.');

beforeEach(() => signedIn(api));

const table = (name: string) => within(screen.getByRole('region', { name }));

describe('system status', () => {
  beforeEach(() => api.respond('GET /api/system', STATUS));
  const open = async () => {
    const view = await renderApp('/ops');
    await screen.findByRole('heading', { name: 'Dependencies' });
    return view;
  };

  test('is opened from the account menu', async () => {
    const { user, router } = await renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Account' }));
    await user.click(await screen.findByRole('menuitem', { name: 'System status' }));
    expect(router.state.location.pathname).toBe('/ops');
    expect(await screen.findByRole('heading', { level: 1, name: 'System status' })).toBeVisible();
  });

  test('shows dependencies, workers, queues, imports, files and retention, and passes axe', async () => {
    const { container } = await open();
    expect(screen.getByText('As of 2026-11-20 09:30:00 UTC.')).toBeVisible();
    expect(screen.getByRole('row', { name: /^database Up/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /^worker-1 Alive ?, 2 s ago/ })).toBeVisible();
    expect(screen.getByRole('row', { name: /^ingest Running 1 3 s 1 0 0 Pause ingest/ })).toBeVisible();
    expect(screen.getByRole('link', { name: 'ingest' })).toHaveAttribute('href', '/ops/queues/queue/ingest');
    expect(screen.getByText(/Last hour:/)).toHaveTextContent(
      'Last hour: 33 voyages saved by imports, up to 33 in one minute',
    );
    expect(table('Failed imports').getByRole('link', { name: 'sequoia-voyages.docx' })).toBeVisible();
    expect(screen.getByText('Free disk space').nextSibling).toHaveTextContent('76.00 GB');
    expect(screen.getByText('Pages of the current file').nextSibling).toHaveTextContent('3 of 24');
    expect(table('Retention').getByText('4,210')).toBeVisible();
    expect(await accessibilityProblems(container)).toEqual([]);
  });

  test('marks what needs attention, with links to the runbook', async () => {
    const [worker] = STATUS.workers ?? [];
    const [rule] = STATUS.retention ?? [];
    const rejected = { status: 'down' as const, detail: 'Rejects requests: no permission.', rejected: true as const };
    api.respond('GET /api/system', {
      ...STATUS,
      health: { status: 'down', dependencies: { storage: rejected }, warnings: ['The disk is nearly full.'] },
      workers: [{ ...worker!, heartbeat_age: 80 }],
      disk: { ...STATUS.disk!, warning: 'Uploads are rejected.' },
      retention: [{ ...rule!, run: { ...rule!.run!, error: 'The database is not available.' } }],
    });
    await open();
    expect(screen.getByText('The disk is nearly full.')).toBeVisible();
    const storage = within(screen.getByRole('row', { name: /^storage Down Rejects requests: no permission\./ }));
    expect(storage.getByRole('link')).toHaveAttribute('href', '/ops/runbook#the-file-storage-rejects-requests');
    expect(screen.getByText('No heartbeat for 1 min 20 s')).toBeVisible();
    expect(screen.getByText('Uploads are rejected.')).toBeVisible();
    expect(screen.getByText('Failed: The database is not available.')).toBeVisible();
  });

  test('shows the other parts while the database is unavailable', async () => {
    api.respond('GET /api/system', {
      ...STATUS,
      workers: null,
      imports: null,
      files: null,
      texts: null,
      quarantined: null,
      retention: null,
    });
    await open();
    expect(screen.getAllByText('Not available: a service it depends on does not respond.')).toHaveLength(6);
    expect(screen.getByRole('row', { name: /^ingest Running/ })).toBeVisible();
  });

  test('pauses a queue, and retries its failed jobs', async () => {
    api.respond('POST /api/system/queues/{name}/{action}', noContent);
    const [queue] = STATUS.queues ?? [];
    api.respond('GET /api/system', { ...STATUS, queues: [{ ...queue!, counts: { ...queue!.counts, failed: 2 } }] });
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Retry failed ingest' }));
    api.respond('GET /api/system', { ...STATUS, queues: [{ ...queue!, paused: true }] });
    await user.click(screen.getByRole('button', { name: 'Pause ingest' }));
    expect(await screen.findByRole('button', { name: 'Resume ingest' })).toBeVisible();
    expect(api.requests('POST /api/system/queues/{name}/{action}').map(({ params }) => params)).toEqual([
      { name: 'ingest', action: 'retry' },
      { name: 'ingest', action: 'pause' },
    ]);
  });

  test('starts previews, texts and a quarantined file again', async () => {
    api.respond('POST /api/system/previews/rebuild', noContent);
    api.respond('POST /api/system/texts/read', AWAY);
    api.respond('POST /api/system/quarantine/{sha256}/release', noContent);
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Regenerate all previews' }));
    expect(await screen.findByText('Previews are being regenerated')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Recognize the text of all files again' }));
    expect(await screen.findByText('The database is not available.')).toBeVisible();
    api.respond('GET /api/system', { ...STATUS, quarantined: [] });
    await user.click(screen.getByRole('button', { name: 'Try again A drawing' }));
    expect(await screen.findByText('No quarantined files.')).toBeVisible();
    expect(api.requests('POST /api/system/quarantine/{sha256}/release')[0]?.params).toEqual({
      sha256: STATUS.quarantined?.[0]?.sha256,
    });
  });

  test('says when it can’t load, and keeps the figures when it can’t refresh', async () => {
    api.respond('GET /api/system', AWAY);
    const { user } = await renderApp('/ops');
    expect(await screen.findByText('Can’t load the system status')).toBeVisible();
    api.respond('GET /api/system', STATUS);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('row', { name: /^database Up/ })).toBeVisible();
    api.respond('GET /api/system', AWAY);
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('Can’t refresh')).toBeVisible();
    expect(screen.getByText(/The figures below may be out of date\./)).toBeVisible();
    expect(screen.getByRole('row', { name: /^database Up/ })).toBeVisible();
  });
});

describe('security log', () => {
  beforeEach(() => api.respond('GET /api/system/security-events', EVENTS));
  const queries = () => api.requests('GET /api/system/security-events').map(({ query }) => String(query));

  test('lists events with links that filter by them, and passes axe', async () => {
    const { container, user } = await renderApp('/ops/security');
    const row = await screen.findByRole('row', { name: /^Sign-in failed 2026-11-20 09:29:00 192\.0\.2\.7/ });
    expect(row).toHaveTextContent('device: Firefox on Windows');
    expect(await accessibilityProblems(container)).toEqual([]);
    await user.click(within(row).getByRole('link', { name: '192.0.2.7' }));
    expect(await screen.findByRole('textbox', { name: 'IP address' })).toHaveValue('192.0.2.7');
    expect(queries().at(-1)).toBe('address=192.0.2.7');
  });

  test('filters by event, and clears the filters', async () => {
    const { user, router } = await renderApp('/ops/security?before=900');
    await screen.findByText('device: Firefox on Windows');
    expect(screen.getByRole('link', { name: 'Newest' })).toBeVisible();
    api.respond('GET /api/system/security-events', { ...EVENTS, events: [] });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Event' }), 'Token rejected');
    expect(await screen.findByText('No events match these filters.')).toBeVisible();
    expect(router.state.location.search).toBe('?kind=token-rejected');
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0]!);
    expect(await screen.findByText('No events yet')).toBeVisible();
  });

  test('continues with older events', async () => {
    api.respond('GET /api/system/security-events', { ...EVENTS, next_before: 712 });
    const { user } = await renderApp('/ops/security?actor=curator');
    await user.click(await screen.findByRole('link', { name: 'Older' }));
    expect(queries().at(-1)).toBe('actor=curator&before=712');
  });

  test('says when the URL has a filter that the server rejects', async () => {
    api.respond('GET /api/system/security-events', problem(422, 'Enter a valid date.'));
    await renderApp('/ops/security?from=yesterday');
    expect(await screen.findByText('These filters aren’t valid')).toBeVisible();
    expect(screen.getByText('Enter a valid date.')).toBeVisible();
  });

  test('names every kind of event', async () => {
    const events = SECURITY_EVENT_KINDS.map((kind, id) => ({ ...EVENTS.events[0]!, id, kind }));
    api.respond('GET /api/system/security-events', { ...EVENTS, events });
    await renderApp('/ops/security');
    const names = (await screen.findAllByRole('rowheader')).map(({ textContent }) => textContent);
    expect(new Set(names).size).toBe(SECURITY_EVENT_KINDS.length);
  });
});

test('the runbook has a chapter for each link of the system status, and passes axe', async () => {
  const markdown = [
    '# Runbook',
    'What to do.',
    '## The disk is full',
    'Run `df`. See [A worker is down](#a-worker-is-down) and [Operations](operations.md).',
    '| a | b |\n| - | - |\n| 1 | 2 |',
    '## A worker is down',
    '```sh\nnpm start\n```',
  ].join('\n\n');
  api.respond('GET /api/system/runbook', { markdown });
  const scrolledTo: string[] = [];
  // jsdom has no page to scroll, and no layout.
  Element.prototype.scrollIntoView = function scroll(this: Element) {
    scrolledTo.push(this.id);
  };
  let onResize: () => void = () => undefined;
  const observer = {
    observe: () => onResize(),
    disconnect: () => (onResize = () => undefined),
    unobserve: () => undefined,
  };
  globalThis.ResizeObserver = function stub(callback: () => void) {
    onResize = callback;
    return observer;
  } as unknown as typeof ResizeObserver;
  const { container } = await renderApp('/ops/runbook#a-worker-is-down');
  expect(await screen.findByText('npm start')).toBeVisible();
  onResize();
  expect(scrolledTo).toEqual(['a-worker-is-down', 'a-worker-is-down']);
  fireEvent.wheel(window);
  onResize();
  expect(scrolledTo).toHaveLength(2);
  const chapter = screen.getByRole('region', { name: 'The disk is full' });
  expect(chapter).toHaveAttribute('id', 'the-disk-is-full');
  expect(await within(chapter).findByRole('link', { name: 'A worker is down' })).toHaveAttribute(
    'href',
    expect.stringMatching(/#a-worker-is-down$/),
  );
  expect(within(chapter).queryByRole('link', { name: 'Operations' })).toBeNull();
  expect(within(chapter).getByRole('table')).toBeVisible();
  expect(await accessibilityProblems(container)).toEqual([]);
});
