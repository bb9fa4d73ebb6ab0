import postcss from 'postcss';

/** At-rules whose inner rules are scoped individually. */
const TRANSPARENT = new Set(['layer', 'media', 'supports', 'container', 'starting-style']);

/** Moves the styles of a remote that are in no `@scope` into its own, so that they reach nothing else on the page. */
export function scopeStyles(remote) {
  const scope = `[data-mfe='${remote}']`;
  const params = `(${scope}) to ([data-mfe]:not(${scope}))`;
  const scopeIn = (container) => {
    let scope;
    // Copied, because nodes are moved while they are visited.
    for (const node of (container.nodes ?? []).slice()) {
      if (node.type === 'rule') {
        if (!scope) {
          scope = postcss.atRule({ name: 'scope', params });
          node.before(scope);
        }
        scope.append(node);
        continue;
      }
      scope = undefined;
      if (node.type === 'atrule' && TRANSPARENT.has(node.name)) scopeIn(node);
    }
  };
  return { postcssPlugin: 'scope-styles', OnceExit: scopeIn };
}
