/*
 * React reads the form when a submit handler navigates, and only jsdom's own FormData can read jsdom's forms. The test environment
 * puts Node's in its place; a frame still has the original.
 */
const frame = document.createElement('iframe');
document.documentElement.append(frame);
globalThis.FormData = frame.contentWindow.FormData;
frame.remove();
