import type { Access as AccessLevel, Operation } from '@archive/contracts';
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
import type { JsonText } from './responses.ts';
import type { RouteMetadata } from './route-table.ts';
import { unknownBodyFields } from './unknown-fields.ts';
import { withComparisonErrors } from './validation.ts';

type PartOf<C extends Operation, K extends 'params' | 'query' | 'body'> = C[K] extends z.ZodType
  ? z.output<C[K]>
  : undefined;

/** Input of an operation's handler, validated and transformed by its schemas. */
export interface OperationInput<C extends Operation> {
  params: PartOf<C, 'params'>;
  query: PartOf<C, 'query'>;
  body: PartOf<C, 'body'>;
}

type ResponseJson<C extends Operation> = C['response'] extends z.ZodType ? z.input<C['response']> : unknown;

/** Result of an operation's handler: the contract's JSON, a page, JSON serialized by the database, or a file to download. */
export type OperationResult<C extends Operation> =
  | JsonText
  | (C['download'] extends object ? StreamableFile : never)
  | (C['paged'] extends true
      ? ResponseJson<C> extends readonly (infer Item)[]
        ? JsonPage | Page<Item>
        : never
      : ResponseJson<C>);

type Handler<C extends Operation> = (
  input: OperationInput<C>,
  ...rest: never[]
) => OperationResult<C> | Promise<OperationResult<C>>;

interface ContractOptions {
  /** Converts a multipart request to the contract's body, for an operation that accepts both JSON and multipart. */
  fromMultipart?: (request: FastifyRequest) => Promise<unknown>;
}

const METHODS = {
  GET: RequestMethod.GET,
  POST: RequestMethod.POST,
  PUT: RequestMethod.PUT,
  DELETE: RequestMethod.DELETE,
} as const;

const inputParameter = ({ fromMultipart }: ContractOptions) =>
  createParamDecorator(async (_: unknown, context: ExecutionContext) => {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { params, query } = request;
    const body = fromMultipart && request.isMultipart() ? await fromMultipart(request) : request.body;
    return { params, query, body };
  });

const noInput = z.unknown().transform(() => undefined);
const noQuery = z.strictObject({}).transform(() => undefined);

const inputSchema = (operation: Operation) =>
  z.object({ params: operation.params ?? noInput, query: operation.query ?? noQuery, body: operation.body ?? noInput });

/** Validates the input of an operation. A body must not have fields that the operation doesn't know, because they would be lost. */
function inputValidator(operation: Operation) {
  const { '~standard': standard } = withComparisonErrors(inputSchema(operation));
  if (!operation.body) return { '~standard': standard };
  const validate = async (input: unknown) => {
    const result = await standard.validate(input);
    const unknown = unknownBodyFields(operation, (input as { body: unknown }).body);
    if (unknown.length === 0) return result;
    const issues = unknown.map(({ path, message }) => ({ path: ['body', ...path], message }));
    return { issues: [...(result.issues ?? []), ...issues] };
  };
  return { '~standard': { ...standard, validate } };
}

/** Converts a contract's path to a route path: `/voyages/{slug}` to `/voyages/:slug`. */
const routePath = (path: string) => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * The only decorator that a route needs: method, path, status, validation, access and documentation come from the operation. The
 * method's first parameter is the validated input. The compiler checks the method’s return value against the contract.
 */
export function Contract<const C extends Operation>(operation: C, options: ContractOptions = {}) {
  return <M extends Handler<C>>(target: object, name: string, descriptor: TypedPropertyDescriptor<M>): void => {
    const metadata: RouteMetadata = {
      operation,
      access: operation.access,
      anyOrigin: operation.anyOrigin ?? false,
      bodyLimit: operation.bodyBytes,
      responseTimeoutSeconds: operation.responseTimeoutSeconds,
    };
    inputParameter(options)({ schema: inputValidator(operation) })(target, name, 0);
    RequestMapping({ method: METHODS[operation.method], path: routePath(operation.path) })(target, name, descriptor);
    HttpCode(operation.status ?? 200)(target, name, descriptor);
    RouteConfig(metadata)(target, name, descriptor);
  };
}

/** Who may use a route without a contract. Make only pages and their files public, never records. */
export const Access = (access: AccessLevel) => RouteConfig({ access } satisfies RouteMetadata);

/** Allows scripts of any origin to read a route without a contract (CORS without credentials). */
export const AnyOrigin = () => RouteConfig({ anyOrigin: true } satisfies RouteMetadata);
