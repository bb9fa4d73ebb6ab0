import type { Operation, OperationResponse, OperationParams, OperationQuery } from '@archive/contracts';
import { expect } from '@jest/globals';
import type { Browser } from '../support/browser.ts';

type RequestParts<C extends Operation> = (C['params'] extends object
  ? { params: OperationParams<C> }
  : { params?: undefined }) & {
  query?: C['query'] extends object ? OperationQuery<C> : undefined;
};

type Value = string | number | boolean;

/** URL of an operation with its parameters. */
export function addressOf(
  operation: Operation,
  { params = {}, query = {} }: { params?: unknown; query?: unknown },
): string {
  const inPath = params as Record<string, string>;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Record<string, Value | Value[]>))
    for (const item of [value].flat()) search.append(name, String(item));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''));
  return search.size > 0 ? `${path}?${search}` : path;
}

export interface ReadResponse<C extends Operation> {
  body: OperationResponse<C>;
  /** The header `X-Total-Count`, or -1 without it. */
  total: number;
  headers: Headers;
}

/** Sends a request that must succeed, and checks the response against the contract exactly. */
export async function requestOk<const C extends Operation>(
  browser: Browser,
  operation: C,
  parts: RequestParts<C>,
): Promise<ReadResponse<C>> {
  const address = addressOf(operation, parts);
  const response = await browser.get(address);
  const body: unknown = await response.json();
  if (response.status !== 200) throw new Error(`GET ${address} returned ${response.status}: ${JSON.stringify(body)}`);
  expect(operation.response?.parse(body)).toEqual(body);
  const total = Number(response.headers.get('x-total-count') ?? -1);
  return { body: body as OperationResponse<C>, total, headers: response.headers };
}

/** The problem document of a request that must fail with the status. */
export async function getRejected(browser: Browser, address: string, status: number) {
  const response = await browser.get(address);
  expect({ address, status: response.status }).toEqual({ address, status });
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return (await response.json()) as { detail: string; errors?: { path: string; message: string }[] };
}
