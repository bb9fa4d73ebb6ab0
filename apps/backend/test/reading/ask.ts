import type { Call, CallAnswer, CallParams, CallQuery } from '@archive/contracts';
import { expect } from '@jest/globals';
import type { Browser } from '../support/browser.ts';

type Asked<C extends Call> = (C['params'] extends object ? { params: CallParams<C> } : { params?: undefined }) & {
  query?: C['query'] extends object ? CallQuery<C> : undefined;
};

type Value = string | number | boolean;

/** Address of a call with what it is asked with. */
export function addressOf(call: Call, { params = {}, query = {} }: { params?: unknown; query?: unknown }): string {
  const inPath = params as Record<string, string>;
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query as Record<string, Value | Value[]>))
    for (const one of [value].flat()) search.append(name, String(one));
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath[name] ?? ''));
  return search.size > 0 ? `${path}?${search}` : path;
}

export interface Answered<C extends Call> {
  body: CallAnswer<C>;
  /** Of `X-Total-Count`; -1 where there is none. */
  total: number;
  headers: Headers;
}

/** Asks a call that has to succeed, and holds the answer to the contract: nothing missing, nothing more. */
export async function ask<const C extends Call>(browser: Browser, call: C, asked: Asked<C>): Promise<Answered<C>> {
  const address = addressOf(call, asked);
  const response = await browser.get(address);
  const body: unknown = await response.json();
  if (response.status !== 200) throw new Error(`GET ${address} answered ${response.status}: ${JSON.stringify(body)}`);
  expect(call.answer?.parse(body)).toEqual(body);
  const total = Number(response.headers.get('x-total-count') ?? -1);
  return { body: body as CallAnswer<C>, total, headers: response.headers };
}

/** The problem document of a call that has to be refused with the status. */
export async function refusal(browser: Browser, address: string, status: number) {
  const response = await browser.get(address);
  expect({ address, status: response.status }).toEqual({ address, status });
  expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return (await response.json()) as { detail: string; errors?: { path: string; message: string }[] };
}
