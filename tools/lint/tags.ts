/**
 * Which project may depend on which, by Nx tag. Each project has one tag of each kind in its package.json (`nx.tags`): `scope`, the
 * part of the product it belongs to, and `type`, its place among the layers. A dependency must be allowed for both tags.
 */
export const TAG_RULES: Readonly<Record<string, readonly string[]>> = {
  'scope:shared': ['scope:shared'],
  'scope:backend': ['scope:shared', 'scope:backend'],
  'scope:browser': ['scope:shared', 'scope:browser'],
  // The editing code is bundled by the micro-frontends; the shell doesn't contain it.
  'scope:editing': ['scope:shared', 'scope:browser', 'scope:editing'],
  'scope:shell': ['scope:shared', 'scope:browser', 'scope:shell'],
  'scope:voyages': ['scope:shared', 'scope:browser', 'scope:editing', 'scope:voyages'],
  'scope:people': ['scope:shared', 'scope:browser', 'scope:editing', 'scope:people'],
  'scope:media': ['scope:shared', 'scope:browser', 'scope:editing', 'scope:media'],
  'scope:tools': ['scope:tools', 'scope:shared', 'scope:build', 'scope:bench'],
  // The build writes the contract version that the shell compares.
  'scope:build': ['scope:tools', 'scope:browser'],
  // Compares the shipped micro-frontends with a single bundle of the same pages.
  'scope:bench': ['scope:tools', 'scope:build', 'scope:voyages', 'scope:people', 'scope:media'],

  'type:util': ['type:util'],
  'type:facade': [],
  'type:ui': ['type:util'],
  'type:data-access': ['type:util', 'type:facade'],
  'type:feature': ['type:util', 'type:facade', 'type:ui', 'type:data-access', 'type:feature'],
  'type:testing': ['type:util', 'type:facade', 'type:ui', 'type:data-access', 'type:feature'],
  'type:remote': ['type:util', 'type:facade', 'type:ui', 'type:data-access', 'type:feature'],
  'type:app': ['type:util', 'type:facade', 'type:ui', 'type:data-access', 'type:feature'],
  'type:tool': ['type:tool', 'type:util', 'type:feature', 'type:remote'],
  'type:e2e': [],
};

/** What tests and configuration files may use in addition; such a dependency belongs in `devDependencies`. */
export const DEVELOPMENT_TAGS: readonly string[] = ['type:testing', 'type:tool'];
