import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { readArguments } from '../../cli/src/mfe/arguments.ts';
import { ownProject, repository } from '../../cli/src/mfe/workspace.ts';
import { commandsIn, type Page, readPages, ROOT } from '../src/pages.ts';

const pages = readPages();
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const exists = (file: string) => existsSync(path.join(ROOT, file));

interface Occurrence {
  file: string;
  what: string;
}

/** Code of a page: its blocks and its inline code. */
const codeOf = ({ blocks, spans }: Page) => [...blocks.map(({ text }) => text), ...spans].join('\n');

/** Commands of a page: lines of its shell blocks, and inline commands. */
const commandsOf = (page: Page) => [
  ...page.blocks.flatMap(commandsIn),
  ...page.spans,
  ...page.blocks.filter(({ language }) => language === 'yaml').flatMap(({ text }) => text.split('\n')),
];

/** All matches of a pattern in the commands, or in all code, with their page. */
function findAll(
  pattern: RegExp,
  textOf: (page: Page) => string = (page) => commandsOf(page).join('\n'),
): Occurrence[] {
  return pages.flatMap((page) =>
    [...textOf(page).matchAll(pattern)].map(([, what = '']) => ({ file: page.path, what })),
  );
}

function expectAll(found: Occurrence[], atLeast: number, isRight: (what: string) => boolean): void {
  expect(found.length).toBeGreaterThanOrEqual(atLeast);
  expect(found.filter(({ what }) => !isRight(what))).toEqual([]);
}

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const projects = new Map(
  globSync(['apps/*/package.json', 'libs/*/package.json', 'tools/*/package.json', 'e2e/package.json'], {
    cwd: ROOT,
  }).map((file) => {
    const { name, nx } = JSON.parse(read(file)) as { name: string; nx?: { targets: object } };
    return [name, Object.keys(nx?.targets ?? {})] as const;
  }),
);
const compose = parse(read('docker-compose.yml')) as {
  name: string;
  services: object;
  volumes: object;
  networks: object;
};

/** The command of the packages for teams and its package, which are not installed here. */
const UNINSTALLED_COMMANDS = ['archive-mfe', '@archive/mfe'];

/** Options of `docker compose` that take a value. */
const OPTIONS_WITH_VALUE = ['--user', '--volume', '--scale', '--tail'];

/** The services named in arguments of `docker compose`; commands run inside a container are ignored. */
function servicesIn(line: string): string[] {
  const [command = '', ...words] = line.trim().split(/\s+/);
  const named = words.filter(
    (word, index) => !word.startsWith('-') && !OPTIONS_WITH_VALUE.includes(words[index - 1] ?? ''),
  );
  if (['exec', 'run'].includes(command)) return named.slice(0, 1);
  return ['up', 'stop', 'start', 'restart', 'logs', 'ps', 'build'].includes(command) ? named : [];
}

describe('what the documentation names exists', () => {
  test('npm scripts', () => {
    expectAll(
      findAll(/\bnpm (?:run )?([\w:-]+)/g),
      15,
      (name) => name in scripts || ['ci', 'exec', 'install', 'publish'].includes(name),
    );
  });

  test('commands of npx', () => {
    expectAll(
      findAll(/\bnpx (?:--yes )?([\w@/-]+)/g),
      3,
      (name) => exists(`node_modules/.bin/${name}`) || UNINSTALLED_COMMANDS.includes(name),
    );
  });

  test('arguments of the release command', () => {
    const understood = (line: string, workspace = repository(ROOT)) => {
      const args = line
        .trim()
        .split(/\s+/)
        .map((word) => word.replaceAll('"', '').replace('$VERSION', '1.4.7'));
      return readArguments(args, workspace) !== undefined;
    };
    expectAll(findAll(/\bnpm run mfe -- ([^\n|]+)/g), 8, (line) => understood(line));
    const project = ownProject(path.join(ROOT, 'apps/people-mfe'), { dependencies: {}, devDependencies: {} });
    expectAll(findAll(/\bnpx (?:archive-mfe|--yes @archive\/mfe) ([^\n|]+)/g), 5, (line) => understood(line, project));
  });

  test('targets and projects of Nx', () => {
    const targets = new Set([...projects.values()].flat());
    expectAll(findAll(/\bnx (?:affected|run-many) -t ([a-z ]+)/g), 2, (names) =>
      names
        .trim()
        .split(' ')
        .every((name) => targets.has(name)),
    );
    expectAll(findAll(/\bnx ((?:test|lint|build|typecheck) \S+|run \S+:\S+)/g), 2, (command) => {
      const [first = '', second = ''] = command.replace('run ', '').split(/[ :]/);
      const [project, target] = command.startsWith('run ') ? [first, second] : [second, first];
      return (projects.get(project) ?? projects.get(`@archive/${project}`) ?? []).includes(target);
    });
  });

  test('services, volumes and networks of the compose stack', () => {
    const services = Object.keys(compose.services);
    const named = findAll(/\bdocker compose ([^\n|>]+)/g).flatMap(({ file, what }) =>
      servicesIn(what).map((service) => ({ file, what: service })),
    );
    expectAll(named, 30, (service) => services.includes(service));
    expectAll(findAll(/--scale (\w+)=/g), 1, (service) => services.includes(service));
    const own = [...Object.keys(compose.volumes), ...Object.keys(compose.networks)];
    expectAll(findAll(/\byacht-archive_(\w+)/g), 2, (name) => own.includes(name));
  });

  test('files and folders of the repository', () => {
    const roots = 'apps|libs|tools|e2e|docs|ops|deploy|archive';
    const files = findAll(new RegExp(String.raw`(?<![\w./@-])((?:${roots})/[\w./*{},-]*\w)`, 'g'), codeOf);
    expectAll(files, 60, (file) => exists(file) || globSync(file, { cwd: ROOT }).length > 0);
  });

  test('paths of the API', () => {
    const { paths } = JSON.parse(read('docs/openapi.json')) as { paths: object };
    const routes = [...Object.keys(paths), '/api/docs', '/api/openapi.json'];
    const patterns = routes.map((route) => new RegExp(`^${route.replaceAll(/\{\w+\}/g, '[^/]+')}$`));
    // A complete path, or a common prefix of paths.
    const isKnown = (written: string) => {
      const route = written.replace(/[/.]+$/, '').replaceAll(/\$\w+|<\w+>/g, 'x');
      return patterns.some((pattern) => pattern.test(route)) || routes.some((known) => known.startsWith(`${route}/`));
    };
    expectAll(findAll(/(\/api\/[\w/$<>{}.-]+)/g, codeOf), 20, isKnown);
  });

  test('settings', () => {
    const settings = new Set([...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name));
    // Variables of tests are found in the code of the tests.
    const files = globSync(['{apps,e2e,libs,tools}/**/*.{ts,mjs}'], { cwd: ROOT, exclude: ['**/node_modules/**'] });
    const code = files.map(read).join('\n');
    // A secret may be in a file.
    const isKnown = (name: string) =>
      settings.has(name.replace(/_FILE$/, '')) || new RegExp(`\\b${name}\\b`).test(code);
    const foreign = ['GITHUB_OUTPUT', 'NODE_OPTIONS'];
    const named = findAll(/(?<![\w$<-])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w-])/g, codeOf);
    expectAll(named, 30, (name) => foreign.includes(name) || isKnown(name));
  });

  test('alerts and metrics', () => {
    const alerts = [...read('ops/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
    const client = read('libs/client/src/index.ts').match(/\bArchive\w+/g) ?? [];
    expectAll(findAll(/\b(Archive[A-Z]\w+)/g, codeOf), 15, (name) => [...alerts, ...client].includes(name));
    const runbook = read('docs/runbook.md');
    expect(alerts.filter((name) => !runbook.includes(name))).toEqual([]);
    const used = `${read('ops/alerts.yml')}\n${read('ops/grafana-dashboard.json')}`;
    const roles = [...read('docker-compose.yml').matchAll(/postgres:\/\/(\w+)@/g)].map(([, role = '']) => role);
    const known = (name: string) => used.includes(name) || roles.includes(name);
    expectAll(findAll(/(?<![\w-])(archive_[a-z_]+)/g, codeOf), 2, known);
  });
});
