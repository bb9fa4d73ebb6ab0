import type { Call, CallAnswer, CallBody, CallParams, CallQuery } from '@archive/contracts';
import { expect } from '@jest/globals';
import { addressOf } from '../reading/ask.ts';
import type { Browser } from '../support/browser.ts';

export interface Sent<C extends Call> {
  params?: C['params'] extends object ? CallParams<C> : undefined;
  query?: C['query'] extends object ? CallQuery<C> : undefined;
  body?: C['body'] extends object ? CallBody<C> : undefined;
  headers?: Record<string, string>;
}

export interface Done<C extends Call> {
  body: CallAnswer<C>;
  etag: string;
  headers: Headers;
}

interface Attempted {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Makes a call as it comes: the status may be anything, and the body anything that JSON can say. */
export const attempt = (browser: Browser, call: Call, { params, query, body, headers }: Attempted = {}) =>
  browser.send(call.method, addressOf(call, { params, query }), body, headers);

/** Makes a call that has to succeed, and holds status and answer to the contract. */
export async function send<const C extends Call>(browser: Browser, call: C, sent: Sent<C>): Promise<Done<C>> {
  const response = await attempt(browser, call, sent);
  const text = await response.text();
  if (response.status !== (call.status ?? 200)) throw new Error(`${call.id} answered ${response.status}: ${text}`);
  const body: unknown = text === '' ? undefined : JSON.parse(text);
  expect(call.answer ? call.answer.parse(body) : undefined).toEqual(body);
  return { body: body as CallAnswer<C>, etag: response.headers.get('etag') ?? '', headers: response.headers };
}

export interface Refusal {
  status: number;
  detail: string;
  errors?: { path: string; message: string }[];
  etag?: string;
}

/** The problem document of a call that has to be refused. */
export async function refused(browser: Browser, call: Call, sent: Attempted, status: number): Promise<Refusal> {
  const response = await attempt(browser, call, sent);
  const text = await response.text();
  expect({ call: call.id, status: response.status, text }).toEqual({ call: call.id, status, text });
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return JSON.parse(text) as Refusal;
}
