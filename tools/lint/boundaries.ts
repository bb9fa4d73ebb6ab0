/**
 * Module boundaries within projects: which packages they may use, and in which order the backend's modules import each other.
 * `oxlint.config.ts` turns them into lint errors, and a test violates each one. Which project may depend on which is in `tags.ts`.
 */
export interface ForbiddenImport {
  /** Matched against the import as written. */
  regex: string;
  message: string;
  /** Allows type imports, which are erased at build time. */
  allowTypeImports?: boolean;
}

export interface Boundary {
  /** Globs of the files it applies to, from the root. */
  files: string[];
  excludeFiles?: string[];
  forbids: ForbiddenImport[];
}

const TESTS = ['**/*.test.ts', '**/*.test.tsx', '**/test/**'];

const literal = (text: string) => text.replace(/[^A-Za-z0-9]/g, String.raw`\$&`);

/**
 * A pattern that matches every text except the names and paths below them (`name/…`): the linter's expressions have no
 * look-ahead. Strings that start with one of the letters in `free` never match.
 */
export function anyExcept(names: string[], free = ''): string {
  const tails = Map.groupBy(
    names.filter((name) => name !== ''),
    (name) => name[0]!,
  );
  const allNames = [...tails.keys(), ...free].map(literal).join('');
  const hasEnd = names.includes('');
  const differentStart = hasEnd ? `[^/${allNames}]` : allNames === '' ? '(?:$|.)' : `(?:$|[^${allNames}])`;
  const longerNames = [...tails].map(
    ([letter, group]) => literal(letter) + anyExcept(group.map((name) => name.slice(1))),
  );
  return `(?:${[differentStart, ...longerNames].join('|')})`;
}

const onlyPackages = (allowed: string[], message: string): ForbiddenImport => ({
  regex: `^${anyExcept(allowed, '.')}`,
  message,
});

const FACADES: ForbiddenImport = {
  regex: '^(?:react-router|@tanstack/react-query)(?:/|$)',
  message: 'Routing and queries come through @archive/router and @archive/query, the shared facades.',
};
const FEDERATION: ForbiddenImport = {
  regex: '^@module-federation/',
  message: 'Only the shell uses Module Federation; a remote uses RemoteComponent.',
};
const CONTRACT_TYPES: ForbiddenImport = {
  regex: '^@archive/contracts$',
  message: 'The browser takes types from the contracts, never their code: write `import type`.',
  allowTypeImports: true,
};
const NO_ZOD: ForbiddenImport = {
  regex: '^zod(?:/|$)',
  message: 'Schemas live in @archive/contracts and stay out of the browser.',
};
const browser = [CONTRACT_TYPES, NO_ZOD];

const LIBRARIES: Boundary[] = [
  { files: ['libs/contracts/src/**'], forbids: [onlyPackages(['zod'], 'Contracts import zod and nothing else.')] },
  {
    files: ['libs/voyage-document/src/**'],
    forbids: [
      onlyPackages(
        ['@archive/contracts/dates', '@archive/contracts/particles', 'any-ascii'],
        'The document library is pure: it imports only how dates and names are read and written, and does no input or output.',
      ),
    ],
  },
  {
    files: ['libs/router/src/**'],
    forbids: [onlyPackages(['react-router'], 'The router facade re-exports react-router only.')],
  },
  {
    files: ['libs/query/src/**'],
    forbids: [onlyPackages(['@tanstack/react-query'], 'The query facade re-exports its library only.')],
  },
  {
    files: ['libs/ui/src/**'],
    forbids: [
      {
        regex: `^@archive/contracts${anyExcept(['/dates', '/format'])}`,
        message: 'Components are independent of the domain and import only formatting from the contracts.',
      },
      NO_ZOD,
    ],
  },
  { files: ['libs/api-client/src/**'], forbids: browser },
  ...['shell-api', 'editing'].map((name) => ({
    files: [`libs/${name}/src/**`],
    forbids: [FACADES, FEDERATION, ...browser],
  })),
];

const FRONT_ENDS: Boundary[] = [
  { files: ['apps/*-mfe/src/**'], forbids: [FACADES, FEDERATION, ...browser] },
  { files: ['apps/shell/src/**'], forbids: [FACADES, ...browser] },
];

/** The platform below the backend's modules: each layer imports only those before it. */
export const LAYERS = ['config', 'common', 'database', 'queues'];

/** The modules each backend module may import, through their index.ts. */
const LEAF_MODULES = ['security-log', 'auth', 'storage', 'sandbox', 'search', 'idempotency', 'records'];
export const MODULES: Record<string, string[]> = {
  'security-log': [],
  auth: ['security-log'],
  storage: [],
  sandbox: [],
  idempotency: [],
  records: ['idempotency'],
  search: ['records'],
  history: ['auth', 'storage', 'records', 'idempotency'],
  proposals: ['auth', 'idempotency', 'records', 'history'],
  people: [...LEAF_MODULES, 'proposals'],
  presidents: [...LEAF_MODULES, 'people'],
  media: [...LEAF_MODULES, 'proposals'],
  voyages: [...LEAF_MODULES, 'proposals', 'people', 'presidents', 'media'],
  albums: [...LEAF_MODULES, 'proposals', 'media', 'voyages'],
  'person-merge': [...LEAF_MODULES, 'people'],
  'person-profile': [...LEAF_MODULES, 'people', 'media'],
  places: [...LEAF_MODULES, 'proposals', 'people', 'media', 'person-profile'],
  stories: [...LEAF_MODULES, 'proposals', 'people', 'media', 'voyages'],
  editors: LEAF_MODULES,
  home: LEAF_MODULES,
  tags: LEAF_MODULES,
  timeline: LEAF_MODULES,
  iiif: [...LEAF_MODULES, 'media'],
  portraits: [...LEAF_MODULES, 'iiif'],
  ingest: [...LEAF_MODULES, 'people', 'presidents', 'media', 'voyages', 'albums'],
  edition: [...LEAF_MODULES, 'places'],
  exports: [...LEAF_MODULES, 'history', 'people', 'places', 'presidents', 'media', 'voyages', 'ingest', 'stories'],
  backups: ['storage', 'media'],
  frontends: LEAF_MODULES,
  operations: [...LEAF_MODULES, 'people', 'presidents', 'media', 'voyages', 'albums', 'ingest', 'frontends'],
};

const importPattern = (names: string[]) => `^(?:\\.\\./)+(?:modules/)?(?:${names.join('|')})/`;

const BACKEND: Boundary[] = [
  ...LAYERS.map((layer, index) => ({
    files: [`apps/backend/src/${layer}/**`],
    forbids: [
      {
        regex: importPattern(['modules', ...LAYERS.slice(index + 1)]),
        message: `${layer} belongs to the platform: it imports no module and no later layer (${LAYERS.join(' < ')}).`,
      },
    ],
  })),
  ...Object.entries(MODULES).map(([name, allowed]) => {
    const others = Object.keys(MODULES).filter((other) => other !== name);
    const disallowed = others.filter((other) => !allowed.includes(other));
    return {
      files: [`apps/backend/src/modules/${name}/**`],
      forbids: [
        {
          regex: `${importPattern(others)}${anyExcept(['index.ts'])}`,
          message: 'Import another module only through its index.ts.',
        },
        ...(disallowed.length > 0
          ? [
              {
                regex: importPattern(disallowed),
                message: `The module ${name} may import only ${allowed.join(', ') || 'the platform'}.`,
              },
            ]
          : []),
      ],
    };
  }),
];

export const BOUNDARIES: Boundary[] = [...LIBRARIES, ...FRONT_ENDS, ...BACKEND].map((boundary) => ({
  excludeFiles: TESTS,
  ...boundary,
}));
