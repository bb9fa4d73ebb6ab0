const HOST = '127.0.0.1';

/** The development server's middleware that checks the header `Host`. */
const HOST_CHECK = 'host-header-check';

/**
 * `rspack serve` of one micro-frontend on DEV_PORT. The shell's server also forwards API paths to API_ORIGIN and, when
 * DEV_REMOTES (`voyages=http://127.0.0.1:4001,…`) lists development servers, serves a registry that points at them.
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
    // Under other names, pages of other websites would reach the archive and the sources (DNS rebinding).
    allowedHosts: ['localhost', HOST, '::1', '[::1]'],
    // On this machine compressing a development build takes longer than reading it.
    compress: false,
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
    proxy: [forward(target)],
    setupMiddlewares: (middlewares, server) => {
      const checked = middlewares.findIndex(({ name }) => name === HOST_CHECK) + 1;
      if (checked === 0) throw new Error(`The development server has no middleware ${HOST_CHECK}`);
      const own = [
        { name: 'registry', path: '/mfe/registry.json', middleware: registry(target) },
        { name: 'backend-errors', path: BACKEND_ERRORS, middleware: backendErrors(server) },
      ];
      return middlewares.toSpliced(checked, 0, ...own);
    },
  };
}

/** Paths of the API; the other pages below /ops belong to the shell. */
const API_PATHS = /^\/(?:api|confirm|iiif|mfe|health|metrics|media-files|ops\/queues|ops\/plain)(?:\/|$)/;

const SECURE_COOKIE = '__Host-';

/**
 * Forwards a request. A remote archive accepts changes from its own origin only and sets cookies for TLS: both are
 * adapted for this machine.
 */
function forward(target) {
  const { origin, protocol, hostname } = new URL(target);
  const elsewhere = hostname !== HOST && hostname !== 'localhost';
  const secure = protocol === 'https:';
  return {
    pathFilter: (path) => API_PATHS.test(path),
    target,
    changeOrigin: elsewhere,
    on: {
      proxyReq(request) {
        if (elsewhere && request.getHeader('origin')) request.setHeader('origin', origin);
        const cookie = request.getHeader('cookie');
        if (secure && cookie)
          request.setHeader('cookie', String(cookie).replace(/(^|; )session=/, `$1${SECURE_COOKIE}session=`));
      },
      proxyRes({ headers }) {
        if (!secure || !headers['set-cookie']) return;
        headers['set-cookie'] = headers['set-cookie'].map((cookie) =>
          cookie.replace(new RegExp(`^${SECURE_COOKIE}`), '').replace(/; Secure\b/i, ''),
        );
      },
    },
  };
}

/** Path to which `npm run dev` sends the errors of the backend, as `[{ file, message }]`. */
const BACKEND_ERRORS = '/__backend-errors';

/** Shows errors of the backend in the overlay of every open page, including pages that open later, until an empty list arrives. */
function backendErrors(server) {
  let errors = [];
  let isListening = false;
  const show = (clients) => server.sendMessage(clients, errors.length > 0 ? 'errors' : 'still-ok', errors);
  return async (request, response) => {
    // Requests from pages have an Origin header and are rejected.
    if (request.method !== 'PUT' || request.headers.origin) return response.writeHead(404).end();
    const parts = [];
    for await (const part of request) parts.push(part);
    errors = JSON.parse(Buffer.concat(parts).toString());
    const sockets = server.webSocketServer;
    if (!isListening) {
      isListening = true;
      sockets.implementation.on('connection', (client) => {
        if (errors.length > 0) show([client]);
      });
    }
    show(sockets.clients);
    response.writeHead(204).end();
  };
}

function developmentRemotes() {
  const pairs = (process.env.DEV_REMOTES ?? '').split(',').filter(Boolean);
  return Object.fromEntries(pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]));
}

/** The registration of the micro-frontend that a development server builds; undefined while it does not respond. */
const descriptionAt = (origin) =>
  fetch(`${origin}/archive.json`)
    .then((response) => (response.ok ? response.json() : undefined))
    .then((declaration) => declaration?.description)
    .catch(() => undefined);

/** The API's registry, or an empty one while the API is unavailable, with the development servers added. */
function registry(target) {
  return async (_request, response) => {
    const live = await fetch(`${target}/mfe/registry.json`)
      .then((response) => (response.ok ? response.json() : undefined))
      .catch(() => undefined);
    const apps = { ...live?.apps };
    for (const [name, origin] of Object.entries(developmentRemotes())) {
      const { pages: _pages, budget: _budget, ...placement } = (await descriptionAt(origin)) ?? {};
      const app = apps[name] ?? { version: 'development', path: `/${name}`, contract: 1, optional: {} };
      apps[name] = { ...app, ...placement, manifest: `${origin}/mf-manifest.json`, entry: undefined };
    }
    response.setHeader('content-type', 'application/json');
    response.setHeader('cache-control', 'no-cache');
    response.end(JSON.stringify({ schema: 1, revision: live?.revision ?? 0, apps }));
  };
}

/**
 * Development only, in the page before any bundle. React registers its renderer with this hook; the refresh runtime
 * of a remote loaded later looks for it in `renderers`. With an empty map hot reload silently does nothing.
 */
export const refreshHook = `
if (!window.__REACT_DEVTOOLS_GLOBAL_HOOK__) {
  const renderers = new Map();
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    renderers,
    supportsFiber: true,
    inject(renderer) { renderers.set(renderers.size + 1, renderer); return renderers.size; },
    onScheduleFiberRoot() {}, onCommitFiberRoot() {}, onCommitFiberUnmount() {},
  };
}`;
