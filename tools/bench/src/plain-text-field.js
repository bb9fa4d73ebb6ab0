/* Runs in the page: replaces it by a text field with the same text, size and font as the one with the focus. */
const field = document.activeElement;
const { width, height } = field.getBoundingClientRect();
const plain = document.createElement('textarea');
plain.setAttribute('aria-label', 'Summary');
plain.value = field.value;
Object.assign(plain.style, { width: `${width}px`, height: `${height}px`, font: getComputedStyle(field).font });
document.body.replaceChildren(plain);
