import type { CallAnswer, CallBody, ingestCalls, UndoRefusal } from '@archive/contracts';
import { mutationOptions, type QueryClient } from '@archive/query';
import { ingestReportQuery } from './ingest.ts';
import { invalidateRecords, keys } from './keys.ts';
import { ApiError, NO_ANSWER, problemOf } from './problem.ts';
import { endpoint, request } from './request.ts';
import { announceSignedOut } from './signed-out.ts';

type Calls = typeof ingestCalls;

const START: Calls['start']['path'] = '/api/curator/ingest';
const settle = endpoint<Calls['settle']>('POST', '/api/curator/ingest/{operation_id}/conflicts');
const cancel = endpoint<Calls['cancel']>('POST', '/api/curator/ingest/{operation_id}/cancel');
const retry = endpoint<Calls['retry']>('POST', '/api/curator/ingest/{operation_id}/retry');
const apply = endpoint<Calls['apply']>('POST', '/api/curator/ingest/{operation_id}/apply');
const undo = endpoint<Calls['undo']>('POST', '/api/curator/ingest/{operation_id}/undo');

/** A document may be as large as a small film, and the line slow. */
export const DOCUMENT_TIME_OUT_MS = 120_000;

export interface DocumentInput {
  file: File;
  dryRun: boolean;
  /** `Idempotency-Key`: the same document under the same key is taken in once. */
  repeatKey: string;
}

/** Sends a document; answers the operation that takes it in. */
async function sendDocument({ file, dryRun, repeatKey }: DocumentInput): Promise<CallAnswer<Calls['start']>> {
  const body = new FormData();
  body.set('file', file);
  const answer = await fetch(`${START}?dry_run=${dryRun ? '1' : '0'}`, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { accept: 'application/json', 'idempotency-key': repeatKey },
    signal: AbortSignal.timeout(DOCUMENT_TIME_OUT_MS),
    body,
  }).catch((cause: unknown) => {
    const error = new ApiError({
      status: NO_ANSWER,
      title: 'No connection',
      detail: 'The document did not get through to the archive.',
    });
    error.cause = cause;
    throw error;
  });
  if (answer.ok) return (await answer.json()) as CallAnswer<Calls['start']>;
  if (answer.status === 401) announceSignedOut();
  throw await problemOf(answer);
}

const ingestsChanged = (client: QueryClient) => () => void client.invalidateQueries({ queryKey: keys.ingest });
const recordsChanged = (client: QueryClient) => () => {
  ingestsChanged(client)();
  void invalidateRecords(client);
};

export const startIngestMutation = (client: QueryClient) =>
  mutationOptions({ mutationFn: sendDocument, onSuccess: ingestsChanged(client) });

/** Chooses between a curator's values and the document's; of a run that has ended, the voyages change at once. */
export const settleConflictsMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, choices }: { id: string } & CallBody<Calls['settle']>) =>
      request(settle, { params: { operation_id: id }, body: { choices } }),
    onSuccess: recordsChanged(client),
  });

const change = <A>(client: QueryClient, send: (id: string) => Promise<A>) =>
  mutationOptions({ mutationFn: send, onSuccess: recordsChanged(client) });

export const cancelIngestMutation = (client: QueryClient) =>
  change(client, (id) => request(cancel, { params: { operation_id: id } }));

/** Goes on with an operation that failed or was cancelled: the same one. */
export const retryIngestMutation = (client: QueryClient) =>
  change(client, (id) => request(retry, { params: { operation_id: id } }));

/** Applies a dry run; answers the operation that does. An `ApiError` 409 when the archive has changed under it. */
export const applyIngestMutation = (client: QueryClient) =>
  change(client, (id) => request(apply, { params: { operation_id: id } }));

/** Has a whole ingest taken back, which `undoing` of the operation tells of; an `ApiError` 409 when something stands against it, which `standsAgainst` names. */
export const undoIngestMutation = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => request(undo, { params: { operation_id: id } }),
    onSuccess: (begun, id) => {
      // Before it is asked for anew: whoever looks sees it begin, however soon it is done.
      client.setQueryData(ingestReportQuery(id).queryKey, (report) => report && { ...report, ...begun });
      recordsChanged(client)();
    },
  });

/** What stands against undoing an ingest, out of the refusal; empty for anything else. */
export function standsAgainst(error: unknown): UndoRefusal['stands_against'] {
  const named = error instanceof ApiError ? error.members['stands_against'] : undefined;
  return Array.isArray(named) ? (named as UndoRefusal['stands_against']) : [];
}
