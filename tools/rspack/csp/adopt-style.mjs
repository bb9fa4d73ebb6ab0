/**
 * A style made by script. The page's policy (`style-src 'self'`) refuses style elements, but not sheets that a script constructs.
 * Answers the function that takes the sheet away again.
 *
 * @param {string} css
 */
export function adoptStyle(css) {
  if (typeof document === 'undefined') return () => {};
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet);
  };
}
