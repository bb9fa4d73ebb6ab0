import type { IngestReport } from '@archive/contracts';
import { anOperation, mockApi, problem } from '@archive/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { QueryClient } from '@archive/query';
import {
  followIngest,
  ingestReportQuery,
  ingestReportUrl,
  startIngestMutation,
  undoBlockersOf,
  undoIngestMutation,
} from './ingest.ts';

const api = mockApi();
const ID = anOperation().operation_id;
const report: IngestReport = {
  ...anOperation({ progress: 10 }),
  plan: { create: 0, update: 0, unchanged: 0, conflict: 0 },
  prepared_by: ['curator'],
  clear_empty: false,
  empty_ignored: 0,
  removals: [],
  removal_warning: null,
  same_day: 0,
  open_conflicts: 0,
  stale_voyages: [],
  rejected: 0,
  columns: null,
  columns_chosen_by: null,
  marked: false,
  needs_columns: false,
  needs_names: false,
  needs_approval: false,
  approved_by: null,
  reading: null,
  found_reading: null,
  names: { check: 0, new: 0, known: 0, text: 0, decided: 0 },
  names_to_review: { new: 0, known: 0, text: 0 },
  problems: [],
};

describe('following an ingest', () => {
  class Events extends EventTarget {
    static opened: Events[] = [];
    readonly url: string;
    closed = false;

    constructor(url: string) {
      super();
      this.url = url;
      Events.opened.push(this);
    }

    close(): void {
      this.closed = true;
    }

    emit(operation: object): void {
      this.dispatchEvent(new MessageEvent('operation', { data: JSON.stringify(operation) }));
    }
  }
  const none = globalThis.EventSource;
  beforeEach(() => {
    Events.opened = [];
    Object.assign(globalThis, { EventSource: Events });
  });
  afterEach(() => {
    Object.assign(globalThis, { EventSource: none });
  });

  const { queryKey } = ingestReportQuery(ID);

  test('updates the cache with each event and refetches at the end', () => {
    const client = new QueryClient();
    client.setQueryData(queryKey, report);
    const stop = followIngest(client, ID);
    const [events] = Events.opened;
    expect(events?.url).toBe(`/api/curator/ingest/${ID}/events`);
    events?.emit(anOperation({ progress: 50 }));
    expect(client.getQueryData(queryKey)).toMatchObject({ progress: 50, problems: [] });
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
    events?.emit(anOperation({ status: 'completed', progress: 100 }));
    expect(events?.closed).toBe(true);
    stop();
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  test('refetches when stopped before the last event', () => {
    const client = new QueryClient();
    client.setQueryData(queryKey, report);
    followIngest(client, ID)();
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });

  test('closes the stream when stopped', () => {
    followIngest(new QueryClient(), ID)();
    expect(Events.opened[0]?.closed).toBe(true);
  });
});

test('a document is sent as a form with its key, and errors keep the message of the server', async () => {
  api.respond('POST /api/curator/ingest', problem(413, 'A document can be up to 50 MB.'));
  const { mutationFn } = startIngestMutation(new QueryClient());
  const sent = { file: new File(['## 1976-06-16'], 'log.md'), dryRun: true, idempotencyKey: 'one' };
  await expect(mutationFn?.(sent, {} as never)).rejects.toMatchObject({
    status: 413,
    message: 'A document can be up to 50 MB.',
  });
  expect(api.requests('POST /api/curator/ingest')[0]?.query.get('dry_run')).toBe('1');
});

test('undo blockers come from the error', async () => {
  const blockers = [{ kind: 'voyage', slug: 'a', title: 'A', reason: 'It was edited.' }];
  api.respond('POST /api/curator/ingest/{operation_id}/undo', problem(409, 'No.', { blockers: blockers }));
  const { mutationFn } = undoIngestMutation(new QueryClient());
  const error: unknown = await mutationFn?.(ID, {} as never).catch((cause: unknown) => cause);
  expect(undoBlockersOf(error)).toEqual(blockers);
  expect(undoBlockersOf(new Error('else'))).toEqual([]);
});

test('the report has a download URL', () => {
  expect(ingestReportUrl(ID)).toBe(`/api/curator/ingest/${ID}/report.csv`);
});
