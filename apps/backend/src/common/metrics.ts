import { Global, Injectable, Logger, Module } from '@nestjs/common';
import {
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';

const PREFIX = 'archive_';

/** What is asked for figures shall not keep who reads them waiting; Prometheus gives up after ten seconds. */
const PATIENCE_MS = 4000;

type Own<C> = Omit<C, 'registers' | 'collect'>;

/**
 * The figures of this process, for Prometheus. A module makes its own once; each name begins with `archive_`. Values of labels come from
 * a list that the program knows: never an id, an address or a name that somebody typed.
 */
@Injectable()
export class Metrics {
  readonly #log = new Logger(Metrics.name);
  readonly #registry = new Registry();
  readonly #looks: { what: string; look: () => Promise<void>; trouble: string }[] = [];

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  counter<L extends string>(configuration: Own<CounterConfiguration<L>>): Counter<L> {
    return new Counter({ ...configuration, name: PREFIX + configuration.name, registers: [this.#registry] });
  }

  gauge<L extends string>(configuration: Own<GaugeConfiguration<L>>): Gauge<L> {
    return new Gauge({ ...configuration, name: PREFIX + configuration.name, registers: [this.#registry] });
  }

  histogram<L extends string>(configuration: Own<HistogramConfiguration<L>>): Histogram<L> {
    return new Histogram({ ...configuration, name: PREFIX + configuration.name, registers: [this.#registry] });
  }

  /**
   * Has gauges set just before the figures are read. What `look` cannot find out, because something is away, is left out of that
   * reading: the gauges have no value then, instead of the last one.
   */
  watch(what: string, gauges: readonly Gauge<string>[], look: () => Promise<void>): void {
    const fresh = async () => {
      for (const gauge of gauges) gauge.reset();
      await look();
    };
    this.#looks.push({ what, look: fresh, trouble: '' });
  }

  /** All figures, as Prometheus reads them. */
  async read(): Promise<string> {
    await Promise.all(this.#looks.map((one) => this.#look(one)));
    return this.#registry.metrics();
  }

  async #look(one: { what: string; look: () => Promise<void>; trouble: string }): Promise<void> {
    const { promise: silence, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
    try {
      await Promise.race([one.look(), silence]);
      one.trouble = '';
    } catch (error) {
      const { message } = error as Error;
      if (message !== one.trouble) this.#log.warn(`No figures of ${one.what}: ${message}`);
      one.trouble = message;
    } finally {
      clearTimeout(timer);
    }
  }
}

@Global()
@Module({ providers: [Metrics], exports: [Metrics] })
export class MetricsModule {}
