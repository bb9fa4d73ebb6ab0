const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for HTML. */
export const escape = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);

/** Loads the archive's fonts from the build of the shell. Without a build, the browser uses its own fonts. */
export const FONTS_LINK = '<link rel="stylesheet" href="/fonts.css">';

/** Style of the pages that the server renders: the archive's colors and fonts. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --paper: light-dark(#FBF9F4, #0E1726); --leaf: light-dark(#FFFFFF, #152136);
  --ink: light-dark(#14213D, #F1ECE0); --faded: light-dark(#56607A, #A9B2C6); --rule: light-dark(#E4DDCD, #2A3852);
  --navy: light-dark(#1D3557, #8FB3E6); --brass: light-dark(#9A7428, #D9B566);
  --error: light-dark(#A3241C, #F1948A); --success: light-dark(#1F6F54, #7FCFB0); }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 32px 16px 96px; background: var(--paper); color: var(--ink); font: 15px/24px "Inter Variable", system-ui, sans-serif; }
h1, h2, h3 { font-family: "Museum Serif", Georgia, serif; font-weight: 600; line-height: 1.25; }
h1 { font-size: 35px; margin: 0; } h2 { font-size: 21px; border-bottom: 1px solid var(--rule); padding-bottom: 4px; }
a { color: var(--navy); } :focus-visible { outline: 2px solid var(--brass); outline-offset: 2px; border-radius: 2px; }
.masthead { background: #1a2f52; padding: 12px 0; margin: -32px 0 32px; box-shadow: 0 0 0 100vmax #1a2f52; clip-path: inset(0 -100vmax); font: 600 21px/32px "Museum Serif", Georgia, serif; }
.masthead a { color: #FBF9F4; text-decoration: none; } .masthead a:hover { text-decoration: underline; }
p { margin: 4px 0 8px; color: var(--faded); max-width: 72ch; }
`;

/** The bar at the top of these pages, in the color of the archive's navigation bar, with a link back to the archive. */
export const masthead = (title: string) =>
  `<nav class="masthead" aria-label="Archive"><a href="/">${escape(title)}</a></nav>`;

/** Path of the queue board. */
export const BOARD_PATH = '/ops/queues';
