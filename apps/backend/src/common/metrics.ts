import { Global, Injectable, Logger, Module } from '@nestjs/common';
import {
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  type RegistryContentType,
  Registry,
} from 'prom-client';
import { droppedLogLines } from './logging.ts';
import { isTracing } from './tracing.ts';

const PREFIX = 'archive_';

/** Time limit for reading a gauge. Prometheus gives up after ten seconds. */
const TIMEOUT_MS = 4000;

interface Watch {
  what: string;
  collect: () => Promise<void>;
  lastError: string;
}

type MetricOptions<C> = Omit<C, 'registers' | 'collect'>;

/**
 * Metrics of this process, for Prometheus. Each module creates its own metrics once. All names start with `archive_`. Label values must
 * come from a fixed list, and never be ids, addresses or user input.
 */
@Injectable()
export class Metrics {
  readonly #log = new Logger(Metrics.name);
  readonly #registry: Registry<RegistryContentType> = new Registry();
  readonly #watches: Watch[] = [];

  constructor() {
    // Only OpenMetrics supports exemplars, which link measurements to traces.
    if (isTracing()) this.#registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE);
    collectDefaultMetrics({ register: this.#registry });
    const dropped = this.gauge({
      name: 'log_lines_dropped',
      help: 'Log lines that could not be written since the start',
    });
    this.watch('the log', [dropped], () => {
      dropped.set(droppedLogLines());
      return Promise.resolve();
    });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  counter<L extends string>(configuration: MetricOptions<CounterConfiguration<L>>): Counter<L> {
    return new Counter({ ...configuration, name: PREFIX + configuration.name, registers: [this.#registry] });
  }

  gauge<L extends string>(configuration: MetricOptions<GaugeConfiguration<L>>): Gauge<L> {
    return new Gauge({ ...configuration, name: PREFIX + configuration.name, registers: [this.#registry] });
  }

  histogram<L extends string>(configuration: MetricOptions<HistogramConfiguration<L>>): Histogram<L> {
    return new Histogram({ ...configuration, name: PREFIX + configuration.name, registers: [this.#registry] });
  }

  /**
   * Sets gauges just before the metrics are read. If `collect` fails, the gauges have no value in that reading instead of an outdated one.
   * @param what a name for the gauges in log messages: "the queues"
   */
  watch(what: string, gauges: readonly Gauge<string>[], collect: () => Promise<void>): void {
    const collectFresh = async () => {
      for (const gauge of gauges) gauge.reset();
      await collect();
    };
    this.#watches.push({ what, collect: collectFresh, lastError: '' });
  }

  /** All metrics in Prometheus's text format. */
  async read(): Promise<string> {
    await Promise.all(this.#watches.map((watch) => this.#collect(watch)));
    return this.#registry.metrics();
  }

  async #collect(watch: Watch): Promise<void> {
    const { promise: timeout, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`no response within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
    try {
      await Promise.race([watch.collect(), timeout]);
      watch.lastError = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== watch.lastError) this.#log.warn(`Can’t collect metrics of ${watch.what}: ${message}`);
      watch.lastError = message;
    } finally {
      clearTimeout(timer);
    }
  }
}

@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}
