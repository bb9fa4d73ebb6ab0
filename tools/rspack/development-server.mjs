const HOST = '127.0.0.1';

/**
 * `rspack serve` of one front end on DEV_PORT. The shell's also hands the API's paths on to API_ORIGIN, and, where DEV_REMOTES
 * (`voyages=http://127.0.0.1:4001,…`) names development servers, answers a registry that points at them.
 *
 * @param {{host: boolean}} options `host` for the shell
 */
export function developmentServer({ host }) {
  const port = Number(process.env.DEV_PORT ?? (host ? 4000 : 0));
  if (!port) throw new Error('DEV_PORT names the port of the development server');
  const common = {
    host: HOST,
    port,
    hot: true,
    liveReload: false,
    allowedHosts: 'all',
    headers: { 'access-control-allow-origin': '*' },
    client: {
      webSocketURL: { hostname: HOST, port },
      overlay: { errors: true, warnings: false, runtimeErrors: false },
    },
  };
  if (!host) return common;
  const target = process.env.API_ORIGIN ?? 'http://127.0.0.1:3000';
  return {
    ...common,
    historyApiFallback: true,
    proxy: [{ context: ['/api', '/mfe', '/health', '/ops', '/metrics'], target, changeOrigin: false }],
    setupMiddlewares: (middlewares) => [
      { name: 'registry', path: '/mfe/registry.json', middleware: registry(target) },
      ...middlewares,
    ],
  };
}

function developmentRemotes() {
  const pairs = (process.env.DEV_REMOTES ?? '').split(',').filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

const PATHS = { voyages: '/voyages', people: '/people', media: '/media-explorer' };

/** The API's registry, or an empty one while it is away, with the development servers put in. */
function registry(target) {
  return async (_request, response) => {
    const live = await fetch(`${target}/mfe/registry.json`)
      .then((answer) => (answer.ok ? answer.json() : undefined))
      .catch(() => undefined);
    const apps = { ...live?.apps };
    for (const [name, origin] of Object.entries(developmentRemotes())) {
      const known = apps[name] ?? { version: 'development', path: PATHS[name], contract: 1, optional: {} };
      apps[name] = { ...known, manifest: `${origin}/mf-manifest.json` };
    }
    response.setHeader('content-type', 'application/json');
    response.setHeader('cache-control', 'no-cache');
    response.end(JSON.stringify({ schema: 1, revision: live?.revision ?? 0, apps }));
  };
}
