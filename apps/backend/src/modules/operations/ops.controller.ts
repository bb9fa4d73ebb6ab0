import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Controller, Get, Header, Inject, Param, Post, Redirect } from '@nestjs/common';
import { Health, notFound } from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { DerivativeTasks, FileTextTasks } from '../media/index.ts';
import { Quarantine } from '../sandbox/index.ts';
import { DiskSpace } from '../storage/index.ts';
import { ArchiveState } from './archive-state.ts';
import { ROOT } from '../../paths.ts';
import { OPS_SCRIPT, OPS_STYLE, opsPage } from './ops-page.ts';
import { runbookPage } from './runbook-page.ts';

const ACTIONS = ['pause', 'resume', 'retry'] as const;

const orUndefined = <T>(state: Promise<T>): Promise<T | undefined> => state.catch(() => undefined);

/** The operations page: dependencies, queues, imports and files. */
@Controller()
export class OpsController {
  readonly #title: string;
  readonly #health: Health;
  readonly #state: ArchiveState;
  readonly #quarantine: Quarantine;
  readonly #disk: DiskSpace;
  readonly #texts: FileTextTasks;
  readonly #previews: DerivativeTasks;

  constructor(
    @Inject(CONFIG) config: Config,
    health: Health,
    state: ArchiveState,
    quarantine: Quarantine,
    disk: DiskSpace,
    texts: FileTextTasks,
    previews: DerivativeTasks,
  ) {
    this.#title = config.archive.title;
    this.#health = health;
    this.#state = state;
    this.#quarantine = quarantine;
    this.#disk = disk;
    this.#texts = texts;
    this.#previews = previews;
  }

  @Get('/ops')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  async page(): Promise<string> {
    const [health, queues, ingest, files, texts, failedImports, throughput, workers, quarantined, retention, disk] =
      await Promise.all([
        this.#health.check(),
        orUndefined(this.#state.queues()),
        orUndefined(this.#state.ingest()),
        orUndefined(this.#state.files()),
        orUndefined(this.#state.texts()),
        orUndefined(this.#state.failedImports()),
        orUndefined(this.#state.throughput()),
        orUndefined(this.#state.workers()),
        orUndefined(this.#quarantine.list()),
        orUndefined(this.#state.retention()),
        orUndefined(this.#disk.fullState()),
      ]);
    const view = {
      health,
      queues,
      ingest,
      files,
      texts,
      failedImports,
      throughput,
      workers,
      quarantined,
      retention,
      disk,
    };
    return opsPage({ title: this.#title, at: new Date(), ...view });
  }

  @Post('/ops/queue/:name/:action')
  @Redirect('/ops', 303)
  async control(@Param('name') name: string, @Param('action') action: string): Promise<void> {
    const knownAction = ACTIONS.find((item) => item === action);
    if (!knownAction || !(await this.#state.control(name, knownAction)))
      throw notFound('There’s no such queue or action.');
  }

  /** Extracts the text of all files again. Corrections stay. */
  @Post('/ops/texts/read')
  @Redirect('/ops', 303)
  async readTexts(): Promise<void> {
    await this.#texts.requestAll();
  }

  /** Regenerates the previews, tiles and pages of all files. */
  @Post('/ops/previews/rebuild')
  @Redirect('/ops', 303)
  async rebuildPreviews(): Promise<void> {
    await this.#previews.requestAll();
  }

  @Get('/ops/runbook')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'private, no-cache')
  async runbook(): Promise<string> {
    return runbookPage(await readFile(path.join(ROOT, 'docs/runbook.md'), 'utf8'), this.#title);
  }

  @Get('/ops/live.js')
  @Header('content-type', 'text/javascript; charset=utf-8')
  @Header('cache-control', 'private, no-cache')
  script(): string {
    return OPS_SCRIPT;
  }

  @Get('/ops/style.css')
  @Header('content-type', 'text/css; charset=utf-8')
  @Header('cache-control', 'private, max-age=3600')
  style(): string {
    return OPS_STYLE;
  }
}
