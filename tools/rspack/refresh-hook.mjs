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
