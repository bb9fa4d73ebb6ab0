import type { Operation, OperationResponse, OperationBody, OperationParams, OperationQuery } from '@archive/contracts';
import { expect } from '@jest/globals';
import { addressOf } from '../reading/request.ts';
import type { Browser } from '../support/browser.ts';

export interface RequestParts<C extends Operation> {
  params?: C['params'] extends object ? OperationParams<C> : undefined;
  query?: C['query'] extends object ? OperationQuery<C> : undefined;
  body?: C['body'] extends object ? OperationBody<C> : undefined;
  headers?: Record<string, string>;
}

export interface SentResponse<C extends Operation> {
  body: OperationResponse<C>;
  etag: string;
  headers: Headers;
}

interface AnyRequest {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Sends any request: any status, and any JSON body. */
export const sendAny = (browser: Browser, operation: Operation, { params, query, body, headers }: AnyRequest = {}) =>
  browser.send(operation.method, addressOf(operation, { params, query }), body, headers);

/** Sends a request that must succeed, and checks status and response against the contract. */
export async function send<const C extends Operation>(
  browser: Browser,
  operation: C,
  sent: RequestParts<C>,
): Promise<SentResponse<C>> {
  const response = await sendAny(browser, operation, sent);
  const text = await response.text();
  if (response.status !== (operation.status ?? 200))
    throw new Error(`${operation.id} returned ${response.status}: ${text}`);
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  expect(operation.response ? operation.response.parse(body) : undefined).toEqual(body);
  return { body: body as OperationResponse<C>, etag: response.headers.get('etag') ?? '', headers: response.headers };
}

export interface ProblemDocument {
  status: number;
  detail: string;
  errors?: { path: string; message: string }[];
  etag?: string;
}

/** The problem document of a request that must fail. */
export async function sendRejected(
  browser: Browser,
  operation: Operation,
  sent: AnyRequest,
  status: number,
): Promise<ProblemDocument> {
  const response = await sendAny(browser, operation, sent);
  const text = await response.text();
  expect({ call: operation.id, status: response.status, text }).toEqual({ call: operation.id, status, text });
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return JSON.parse(text) as ProblemDocument;
}
