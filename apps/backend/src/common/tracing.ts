import {
  type Attributes,
  context,
  type Context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api';

/** Set at startup if traces are exported. */
let tracer: Tracer | undefined;
let flush: () => Promise<void> = () => Promise.resolve();

/** @param flushSpans resolves when all ended spans have been sent or can't be sent; never rejects */
export function setTracer(exportingTracer: Tracer, flushSpans: () => Promise<void>): void {
  tracer = exportingTracer;
  flush = flushSpans;
}

/** Sends the spans that haven't been sent yet. Never rejects. */
export const flushTraces = () => flush();
export const isTracing = () => tracer !== undefined;

/** Ids of the running span; undefined if nothing is traced. */
export const currentSpan = (): SpanContext | undefined => (tracer ? trace.getActiveSpan()?.spanContext() : undefined);

/** W3C Trace Context headers, which other services send and which are stored in job data. */
interface TraceHeaders {
  traceparent?: string;
}

/** The running span as headers; empty if nothing is traced. */
export function traceHeaders(): TraceHeaders {
  const headers: TraceHeaders = {};
  if (tracer) propagation.inject(context.active(), headers);
  return headers;
}

/** Starts a span for work that was requested from outside of this process. */
export function startSpan(
  name: string,
  { kind, attributes, headers }: { kind: SpanKind; attributes: Attributes; headers: object },
): { span: Span; spanContext: Context } | undefined {
  const span = tracer?.startSpan(name, { kind, attributes }, propagation.extract(ROOT_CONTEXT, headers));
  return span && { span, spanContext: trace.setSpan(context.active(), span) };
}

/** Runs `work` in its own span if it is part of a traced request or job; otherwise just runs it. */
export function withSpan<T>(
  name: string,
  { kind = SpanKind.CLIENT, attributes = {} }: { kind?: SpanKind; attributes?: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  if (!tracer || !trace.getActiveSpan()) return work();
  return tracer.startActiveSpan(name, { kind, attributes }, (span) => runInSpan(span, work));
}

/** Runs `work` in a started span, and ends the span with the outcome. */
export async function runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: (error as Error).message });
    span.recordException(error as Error);
    throw error;
  } finally {
    span.end();
  }
}
