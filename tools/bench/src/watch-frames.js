/* Runs in the page: the milliseconds between each frame and the one before. */
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
