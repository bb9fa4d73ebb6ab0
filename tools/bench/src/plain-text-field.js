/* Runs in the page: replaces it with a text field that has the same text, size and font as the focused one. */
const field = document.activeElement;
const { width, height } = field.getBoundingClientRect();
const plain = document.createElement('textarea');
plain.setAttribute('aria-label', 'Summary');
plain.value = field.value;
Object.assign(plain.style, { width: `${width}px`, height: `${height}px`, font: getComputedStyle(field).font });
document.body.replaceChildren(plain);
