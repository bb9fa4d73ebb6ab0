import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  type IdGenerator,
  ParentBasedSampler,
  RandomIdGenerator,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { TracingConfig } from '../config/index.ts';
import { setTracer } from './tracing.ts';
import { currentRequestId } from './logging.ts';

const TRACE_ID = /^(?!0{32})[\da-f]{32}$/;
const FLUSH_MS = 2000;

/** Uses the request id, which error messages show, as the trace id, so that a trace can be found by its request and vice versa. */
class RequestIdGenerator implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  readonly generateSpanId = () => this.#random.generateSpanId();

  generateTraceId(): string {
    const id = currentRequestId()?.replaceAll('-', '').toLowerCase() ?? '';
    return TRACE_ID.test(id) ? id : this.#random.generateTraceId();
  }
}

const SAMPLERS: Record<TracingConfig['sampler'], (ratio: number) => Sampler> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
};

/**
 * Starts exporting traces over OTLP. The exporter and the resource read the standard variables (endpoint, headers, timeout, compression,
 * service name, resource attributes) themselves.
 */
export function exportTraces({ sampler, ratio }: TracingConfig, processName: string): void {
  const provider = new TracerProvider({
    sampler: SAMPLERS[sampler](ratio),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': `archive-${processName}` }))
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] })),
    idGenerator: new RequestIdGenerator(),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  setTracer(provider.getTracer('archive'), () =>
    provider.forceFlush({ timeoutMillis: FLUSH_MS }).catch(() => undefined),
  );
}
