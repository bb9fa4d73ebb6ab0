import type { Call } from '@archive/contracts';
import type {} from '@fastify/multipart';
import {
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
  type StreamableFile,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { JsonPage, Page } from './page.ts';
import type { JsonText } from './json-text.ts';
import type { RouteMarks } from './route-table.ts';

type Part<C extends Call, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodType ? z.output<C[K]> : undefined;

/** What the handler of a call is given: each part checked and transformed by its schema. */
export interface CallInput<C extends Call> {
  params: Part<C, 'params'>;
  query: Part<C, 'query'>;
  body: Part<C, 'body'>;
}

type Plain<C extends Call> = C['answer'] extends z.ZodType ? z.input<C['answer']> : unknown;

/**
 * What the handler of a call may answer: the contract's JSON, a `Page` where it is paged, JSON made by the database, or a stream where
 * it is a file to be kept.
 */
export type CallResult<C extends Call> =
  | JsonText
  | (C['download'] extends object ? StreamableFile : never)
  | (C['paged'] extends true ? (Plain<C> extends readonly (infer Item)[] ? JsonPage | Page<Item> : never) : Plain<C>);

type Handler<C extends Call> = (input: CallInput<C>, ...rest: never[]) => CallResult<C> | Promise<CallResult<C>>;

interface ContractOptions {
  /** Bytes of the body, where the server's usual limit does not fit. */
  bodyLimit?: number;
  /** Makes the body that the contract describes out of a multipart request, for a call that takes both forms. */
  fromMultipart?: (request: FastifyRequest) => Promise<unknown>;
}

const METHODS = {
  GET: RequestMethod.GET,
  POST: RequestMethod.POST,
  PUT: RequestMethod.PUT,
  DELETE: RequestMethod.DELETE,
} as const;

const inputOf = ({ fromMultipart }: ContractOptions) =>
  createParamDecorator(async (_: unknown, context: ExecutionContext) => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { params, query } = request;
    const body = fromMultipart && request.isMultipart() ? await fromMultipart(request) : request.body;
    return { params, query, body };
  });

const nothing = z.unknown().transform(() => undefined);
const noQuery = z.strictObject({}).transform(() => undefined);

const inputSchema = (call: Call) =>
  z.object({ params: call.params ?? nothing, query: call.query ?? noQuery, body: call.body ?? nothing });

/** `/voyages/{slug}` of a contract as the router writes it: `/voyages/:slug`. */
const routePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * The one decorator of a route: method, path, status, validation, openness and documentation all come from the call. The
 * method's first parameter is the checked input; what it answers is held to the contract's answer by the compiler.
 */
export function Contract<const C extends Call>(call: C, options: ContractOptions = {}) {
  return <M extends Handler<C>>(target: object, name: string, descriptor: TypedPropertyDescriptor<M>): void => {
    const marks: RouteMarks = { call, open: call.open ?? false, bodyLimit: options.bodyLimit };
    inputOf(options)({ schema: inputSchema(call) })(target, name, 0);
    RequestMapping({ method: METHODS[call.method], path: routePath(call.path) })(target, name, descriptor);
    HttpCode(call.status ?? 200)(target, name, descriptor);
    RouteConfig(marks)(target, name, descriptor);
  };
}

/** Opens a route that has no contract: pages and their files, nothing of the archive's records. */
export const Public = () => RouteConfig({ open: true } satisfies RouteMarks);
