import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { systemOperations } from '@archive/contracts';
import { Controller, Get, Header, Inject } from '@nestjs/common';
import {
  Access,
  Contract,
  escapeHtml,
  Health,
  notFound,
  type OperationInput,
  PLAIN_POLICY,
  plainPage,
} from '../../common/index.ts';
import { CONFIG, type Config } from '../../config/index.ts';
import { Database } from '../../database/index.ts';
import { ROOT } from '../../paths.ts';
import { DerivativeTasks, FileTextTasks } from '../media/index.ts';
import { Quarantine } from '../sandbox/index.ts';
import { SecurityLogQueries } from '../security-log/index.ts';
import { ArchiveState } from './archive-state.ts';
import { BOARD_PATH } from './queue-board.ts';

type Operations = typeof systemOperations;

const readRunbook = () => readFile(path.join(ROOT, 'docs/runbook.md'), 'utf8');

/** The state of the archive for operators, and what they can do about it. */
@Controller()
export class SystemController {
  readonly #title: string;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly health: Health,
    private readonly state: ArchiveState,
    private readonly quarantine: Quarantine,
    private readonly database: Database,
    private readonly texts: FileTextTasks,
    private readonly previews: DerivativeTasks,
    private readonly securityLog: SecurityLogQueries,
  ) {
    this.#title = config.archive.title;
  }

  @Contract(systemOperations.status)
  status() {
    return this.state.status();
  }

  @Contract(systemOperations.controlQueue)
  async controlQueue({ params: { name, action } }: OperationInput<Operations['controlQueue']>): Promise<void> {
    if (!(await this.state.control(name, action))) throw notFound('There’s no such queue.');
  }

  @Contract(systemOperations.readTexts)
  async readTexts(): Promise<void> {
    await this.texts.requestAll();
  }

  @Contract(systemOperations.rebuildPreviews)
  async rebuildPreviews(): Promise<void> {
    await this.previews.requestAll();
  }

  @Contract(systemOperations.releaseFile)
  async releaseFile({ params }: OperationInput<Operations['releaseFile']>): Promise<void> {
    const sha256 = Buffer.from(params.sha256, 'hex');
    await this.database.transaction(async (executor) => {
      if (!(await this.quarantine.forgetCrashes(sha256, executor))) throw notFound('This file isn’t quarantined.');
      await this.previews.requestForFile(executor, sha256);
    });
  }

  @Contract(systemOperations.securityEvents)
  async securityEvents({ query }: OperationInput<Operations['securityEvents']>) {
    const [list, actors] = await Promise.all([this.securityLog.list(query), this.securityLog.actors()]);
    return { ...list, actors };
  }

  @Contract(systemOperations.runbook)
  async runbook() {
    return { markdown: await readRunbook() };
  }

  /** For when no micro-frontend works: the dependencies, and the runbook as text. */
  @Access('operator')
  @Get('/ops/plain')
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('cache-control', 'no-store')
  @Header('content-security-policy', PLAIN_POLICY)
  async plain(): Promise<string> {
    const [{ dependencies, warnings }, runbook] = await Promise.all([this.health.check(), readRunbook()]);
    const parts = Object.entries(dependencies).map(
      ([name, { status, detail }]) =>
        `<li>${escapeHtml(`${name}: ${status}${detail === null ? '' : `. ${detail}`}`)}</li>`,
    );
    return plainPage(
      this.#title,
      'System status',
      `<ul>${parts.join('')}${warnings.map((warning) => `<li>${escapeHtml(warning)}</li>`).join('')}</ul>
<p><a href="/ops">Full system status</a> · <a href="/health/ready">Health</a> · <a href="${BOARD_PATH}">Queue board</a></p>
<h2>Runbook</h2><pre>${escapeHtml(runbook)}</pre>`,
    );
  }
}
