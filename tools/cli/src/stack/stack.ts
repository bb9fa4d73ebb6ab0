import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../settings.ts';
import type { Engine } from './engine.ts';
import { run } from './run.ts';
import { useStandIns } from './stand-ins.ts';

/** A name of its own, so that an archive on the same machine is not touched. */
const PROJECT = 'yacht-archive-test';

/** The Compose stack in a checkout of its own. */
export class Stack {
  readonly folder: string;
  readonly engine: Engine;
  readonly project = PROJECT;
  readonly #env: NodeJS.ProcessEnv;

  constructor(folder: string, engine: Engine) {
    this.folder = folder;
    this.engine = engine;
    const { PATH, HOME, DOCKER_HOST } = engine.env;
    this.#env = {
      PATH,
      HOME,
      ...(DOCKER_HOST ? { DOCKER_HOST } : {}),
      COMPOSE_PROJECT_NAME: PROJECT,
      IMAGE_PREFIX: PROJECT,
      COMPOSE_DOCKER_CLI_BUILD: '1',
      DOCKER_BUILDKIT: '1',
    };
  }

  /** Takes the project's files as they are now, also those that are not committed. */
  checkOut(): void {
    execFileSync('git', ['clone', '--quiet', ROOT, this.folder]);
    const changes = execFileSync('git', ['diff', '--binary', 'HEAD'], { cwd: ROOT, maxBuffer: 1e9 });
    if (changes.length > 0) this.git(['apply'], changes);
    this.commit('The version under test');
  }

  /** Commits a version with what the stand-ins need, so that scripts can check it out. Returns its name. */
  commit(message: string): string {
    if (this.engine.standIns) useStandIns(this.folder, this.engine.standIns);
    this.git(['add', '--all', '--', ':!docker-compose.override.yml']);
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org'];
    this.git([...author, 'commit', '--quiet', '--allow-empty', '--message', message]);
    return this.git(['rev-parse', 'HEAD']);
  }

  git = (args: string[], input?: Buffer): string =>
    execFileSync('git', args, { cwd: this.folder, encoding: 'utf8', input }).trim();

  /** Runs a program in the folder of the stack, as an operator would. */
  run(program: string, args: readonly string[], options: { input?: string } = {}): Promise<string> {
    return run(program, args, { cwd: this.folder, env: this.#env, ...options });
  }
  docker = (...args: string[]): Promise<string> => this.run('docker', args);
  compose = (...args: string[]): Promise<string> => this.run('docker', ['compose', ...args]);

  /** Starts what is not running, of all services or of those of a profile too, and waits until all of it is healthy. */
  up = (profile?: string, ...services: string[]): Promise<string> =>
    this.compose(...(profile ? ['--profile', profile] : []), 'up', '--detach', '--wait', ...services);

  /** Sets variables in `.env`. */
  set(values: Record<string, string>): void {
    const file = join(this.folder, '.env');
    let text = readFileSync(file, 'utf8');
    for (const [name, value] of Object.entries(values)) {
      const line = new RegExp(`^${name}=.*$`, 'm');
      if (!line.test(text)) throw new Error(`.env.example has no ${name}`);
      text = text.replace(line, () => `${name}=${value}`);
    }
    writeFileSync(file, text);
  }

  secret = (name: string): string => readFileSync(join(this.folder, 'secrets', name), 'utf8').trim();

  containers = async (...services: string[]): Promise<string[]> =>
    (await this.compose('ps', '--quiet', ...services)).split('\n').filter(Boolean);

  inspect = (container: string, template: string): Promise<string> =>
    this.docker('inspect', '--format', template, container);

  /** The lines that the database answers, with `|` between columns. */
  async sql(statement: string): Promise<string[]> {
    const connection = ['psql', '-h', '/var/run/postgresql', '-U', 'archive', '-d', 'archive', '-qAt', '-c', statement];
    return (await this.compose('exec', '-T', 'postgres', ...connection)).split('\n').filter(Boolean);
  }

  /** Ends the containers of every profile. */
  down(...options: string[]): Promise<string> {
    const profiles = ['tools', 'verifier', 'monitoring'].flatMap((name) => ['--profile', name]);
    return this.compose(...profiles, 'down', ...options);
  }

  /** Ends the containers and removes their data, images and networks. */
  remove = (): Promise<string> => this.down('--volumes', '--remove-orphans', '--rmi', 'all');
}
