import type { Stack } from './stack.ts';

interface Use {
  peak: number;
  limit: number;
  processes: number;
  users: Set<string>;
  readOnly: boolean;
}

/** docker-compose.yml says why. */
const MAY_BE_ROOT = ['proxy', 's3'];

const UNITS: Record<string, number> = { B: 1, KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3, kB: 1e3, MB: 1e6, GB: 1e9 };
const bytes = (text: string) => {
  const [, number, unit = ''] = /^([\d.]+)([A-Za-z]+)$/.exec(text.trim()) ?? [];
  return Number(number) * (UNITS[unit] ?? 1);
};

/** Observes what the containers of a stack use, until it is stopped. */
export class Observer {
  readonly #stack: Stack;
  readonly uses = new Map<string, Use>();
  #stopped = false;
  readonly #loop: Promise<void>;

  constructor(stack: Stack) {
    this.#stack = stack;
    this.#loop = this.#observe();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#loop;
  }

  async #observe(): Promise<void> {
    while (!this.#stopped) {
      // Containers may end while they are read.
      await this.#sample().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  async #sample(): Promise<void> {
    const format = '{{.ID}}|{{.MemUsage}}|{{.PIDs}}';
    const ids = await this.#stack.containers();
    if (ids.length === 0) return;
    const lines = (await this.#stack.docker('stats', '--no-stream', '--no-trunc', '--format', format, ...ids)).split(
      '\n',
    );
    for (const line of lines) {
      const [id = '', memory = '', processes] = line.split('|');
      const template = '{{index .Config.Labels "com.docker.compose.service"}}|{{.HostConfig.ReadonlyRootfs}}';
      const [used = '', limit = ''] = memory.split('/');
      // A container that has ended uses nothing.
      if (bytes(limit) === 0) continue;
      const [service = '', readOnly] = (await this.#stack.inspect(id, template)).split('|');
      const top = await this.#stack.docker('top', id, '-eo', 'uid,pid').catch(() => '');
      const use = this.uses.get(service) ?? { peak: 0, limit: 0, processes: 0, users: new Set(), readOnly: true };
      use.peak = Math.max(use.peak, bytes(used));
      use.limit = bytes(limit);
      use.processes = Math.max(use.processes, Number(processes));
      use.readOnly &&= readOnly === 'true';
      // Some start as root to prepare their volumes.
      use.users = new Set(
        top
          .split('\n')
          .slice(1)
          .map((row) => row.trim().split(/\s+/)[0] ?? ''),
      );
      this.uses.set(service, use);
    }
  }

  /** What a container may not do. */
  get problems(): string[] {
    return [...this.uses].flatMap(([service, { peak, limit, users, readOnly }]) => [
      ...(peak < limit * 0.95 ? [] : [`${service} used ${Math.round(peak / 1024 ** 2)} MB, nearly its limit`]),
      ...(readOnly ? [] : [`${service} writes outside of its volumes`]),
      ...(users.has('0') && !MAY_BE_ROOT.includes(service) ? [`${service} runs as root`] : []),
    ]);
  }

  /** One line for each service. */
  table(): string {
    const megabytes = (value: number) => `${Math.round(value / 1024 ** 2)} MB`.padStart(8);
    const rows = [...this.uses].map(
      ([service, { peak, limit, processes, users, readOnly }]) =>
        `  ${service.padEnd(14)}${megabytes(peak)} ${megabytes(limit)} ${String(processes).padStart(10)}  ${[...users].toSorted().join(', ').padEnd(16)}${readOnly ? 'yes' : 'NO'}`,
    );
    return [
      `  ${'Service'.padEnd(14)}${'Most'.padStart(8)} ${'Limit'.padStart(8)} ${'Processes'.padStart(10)}  ${'Users'.padEnd(16)}Read-only`,
      ...rows.toSorted(),
    ].join('\n');
  }
}
