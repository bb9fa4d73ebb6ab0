/* Runs in the page: records the milliseconds between frames. */
const frames = [];
window.framesOfBench = frames;

let last = performance.now();
const next = () => {
  const now = performance.now();
  frames.push(now - last);
  last = now;
  requestAnimationFrame(next);
};
requestAnimationFrame(next);
