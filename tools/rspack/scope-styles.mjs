import postcss from 'postcss';

/** At-rules whose rules are scoped one by one. */
const TRANSPARENT = new Set(['layer', 'media', 'supports', 'container', 'starting-style']);

/** Moves the styles of a remote that are in no `@scope` into its own, so that they reach nothing else on the page. */
export function scopeStyles(remote) {
  const own = `[data-mfe='${remote}']`;
  const params = `(${own}) to ([data-mfe]:not(${own}))`;
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
