import { Controller, Get, Header, Inject } from '@nestjs/common';
import { Health } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { ArchiveState } from './archive-state.ts';
import { OPS_STYLE, opsPage } from './ops-page.ts';

const orUndefined = <T>(state: Promise<T>): Promise<T | undefined> => state.catch(() => undefined);

/** The operations page: dependencies, queues, imports and files. */
@Controller()
export class OpsController {
  readonly #title: string;
  readonly #health: Health;
  readonly #state: ArchiveState;

  constructor(@Inject(CONFIG) config: Config, health: Health, state: ArchiveState) {
    this.#title = config.archive.title;
    this.#health = health;
    this.#state = state;
  }

  @Get('/ops')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  async page(): Promise<string> {
    const [health, queues, ingest, files] = await Promise.all([
      this.#health.check(),
      orUndefined(this.#state.queues()),
      orUndefined(this.#state.ingest()),
      orUndefined(this.#state.files()),
    ]);
    return opsPage({ title: this.#title, at: new Date(), health, queues, ingest, files });
  }

  @Get('/ops/style.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'private, max-age=3600')
  style(): string {
    return OPS_STYLE;
  }
}
