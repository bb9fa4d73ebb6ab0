/* Runs in the page before its scripts: records painting, layout shifts and long tasks. */
const seen = { listPainted: 0, layoutShift: 0, longTasks: [] };
window.seenByBench = seen;

const watch = (type, note) =>
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
watch('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) seen.layoutShift += value;
});
watch('longtask', ({ duration }) => seen.longTasks.push(duration));

const checkPainted = () => {
  if (document.querySelector('[data-mfe="voyages"] section li h3')) {
    requestAnimationFrame(() => setTimeout(() => (seen.listPainted = performance.now())));
  } else requestAnimationFrame(checkPainted);
};
requestAnimationFrame(checkPainted);
