// cspell:ignore alue mport ttps
import { describe, expect, test } from '@jest/globals';
import { loadedBytes, pageProblems, sizeProblems } from '../../src/modules/frontends/published-files.ts';
import { styleProblems } from '../../src/modules/frontends/published-styles.ts';

const SCOPE = `@scope([data-mfe=people]) to ([data-mfe]:not([data-mfe=people]))`;
const problemsOf = (css: string) => styleProblems('people', 'assets/1.css', css);

describe('styles in the scope of their remote are accepted', () => {
  test.each([
    `${SCOPE}{h1{color:red}.a:hover>.b{color:blue}@media (width<40rem){.c{display:none}}}`,
    `@layer utilities{@scope ([data-mfe='people']) to ([data-mfe]:not([data-mfe='people'])){.visible{visibility:visible}}}`,
    `@media print{@supports (color:color-mix(in lab,red,red)){${SCOPE}{*,:before,::backdrop{--tw-content:""}}}}`,
    `@layer base,utilities;@property --tw-border-style{syntax:"*";inherits:false;initial-value:solid}`,
    `@property --tw-leading{syntax:"*";inherits:false}@property --tw-shadow{syntax:"*";inherits:false;initial-value:0 0 #0000}`,
    `@property --tw-gradient-from{syntax:"<color>";inherits:false;initial-value:#0000}`,
    `@property --tw-gradient-to-position{syntax:'<length-percentage>';inherits:false;initial-value:100%}`,
    `@property --tw-ring-offset-width { syntax: "<length>"; inherits: false; initial-value: 0px }`,
    `@keyframes people-pulse{0%{opacity:0}}${SCOPE}{p{animation:people-pulse 1s}}`,
    `${SCOPE}{.a{background:url(sea.0123456789.webp);content:"https://example.org";--x:{};&:hover{color:red}}}`,
    `${SCOPE}{.a{background:url("data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>")}}`,
    '/* nothing */',
  ])('%s', (css) => {
    expect(problemsOf(css)).toEqual([]);
  });
});

describe('styles that affect other parts of the page are rejected', () => {
  test.each([
    ['main{display:none}', 'the styles of “main” apply outside of people.'],
    ['h1{font-size:99px}', 'the styles of “h1” apply outside of people.'],
    [`[data-mfe=voyages] a{color:red}`, 'the styles of “[data-mfe=voyages] a” apply outside of people.'],
    [`${SCOPE}{h1{color:red}}body{margin:9px}`, 'the styles of “body” apply outside of people.'],
    ['@layer utilities{@media all{:root{--color-ink:red}}}', 'the styles of “:root” apply outside of people.'],
    [
      `${SCOPE}{.a{--u:"https://evil.example/x";background:image-set(var(--u) 1x)}}`,
      'https://evil.example/x is on another site.',
    ],
    ['@scope(:root){h1{color:red}}', '@scope (:root) is not the scope of people.'],
    ['@scope([data-mfe=people]){h1{color:red}}', '@scope ([data-mfe=people]) is not the scope of people.'],
    [
      `@scope([data-mfe=people],body) to ([data-mfe]:not([data-mfe=people])){h1{color:red}}`,
      '@scope ([data-mfe=people],body) to ([data-mfe]:not([data-mfe=people])) is not the scope of people.',
    ],
    [
      `@scope([data-mfe=voyages]) to ([data-mfe]:not([data-mfe=voyages])){h1{color:red}}`,
      '@scope ([data-mfe=voyages]) to ([data-mfe]:not([data-mfe=voyages])) is not the scope of people.',
    ],
    ['@import "other.css";', '@import "other.css" has an effect outside of people.'],
    ['@font-face{font-family:Inter;src:url(x.woff2)}', '@font-face has an effect outside of people.'],
    ['@keyframes spin{to{rotate:1turn}}', '@keyframes spin has an effect outside of people.'],
    [`${SCOPE}{@keyframes spin{to{rotate:9turn}}}`, '@keyframes spin has an effect outside of people.'],
    ['@property --color-ink{syntax:"*";inherits:false}', '@property --color-ink has an effect outside of people.'],
    [
      '@property --tw-border-style{syntax:"*";inherits:false;initial-value:dashed}',
      '@property --tw-border-style has an effect outside of people.',
    ],
    // Without an initial value, declarations that use the property become invalid on the whole page.
    [
      '@property --tw-translate-x{syntax:"*";inherits:false}',
      '@property --tw-translate-x has an effect outside of people.',
    ],
    [
      '@property --tw-leading{syntax:"*";inherits:false;initial-value:9}',
      '@property --tw-leading has an effect outside of people.',
    ],
    [
      '@property --tw-scale-x{syntax:"<number>";inherits:false;initial-value:1}',
      '@property --tw-scale-x has an effect outside of people.',
    ],
    [
      '@property --tw-shadow-alpha{syntax:"<number>";inherits:false;initial-value:100%}',
      '@property --tw-shadow-alpha has an effect outside of people.',
    ],
    ['@property --tw-leading{inherits:false}', '@property --tw-leading has an effect outside of people.'],
    [
      '@property --tw-content{syntax:"*";inherits:true;initial-value:""}',
      '@property --tw-content has an effect outside of people.',
    ],
    [
      '@property --tw-content{syntax:"*";inherits:false;initial-value:"";initial-\\76 alue:"x"}',
      '@property --tw-content has an effect outside of people.',
    ],
    ['@\\69mport "other.css";', '@import "other.css" has an effect outside of people.'],
    ['@page{margin:0}', '@page has an effect outside of people.'],
    [`${SCOPE}{.a{background:url(https://evil.example/x.png)}}`, 'https://evil.example/x.png is on another site.'],
    [`${SCOPE}{.a{background:url("//evil.example/x.png")}}`, '//evil.example/x.png is on another site.'],
    [`${SCOPE}{.a{background:url(\\68ttps://evil.example/x)}}`, 'https://evil.example/x is on another site.'],
    [`${SCOPE}{.a{background:u\\72l(\\68ttps://evil.example/x)}}`, 'not valid CSS.'],
    [`${SCOPE}{.a{background:image-set("https://evil.example/x" 1x)}}`, 'https://evil.example/x is on another site.'],
  ])('%s', (css, sentence) => {
    expect(problemsOf(css)).toContainEqual(`assets/1.css, line 1: ${sentence}`.replace('@\\69mport', '@import'));
  });

  test.each([
    ['a string that ends with its line', `${SCOPE}{a{content:"x\n}}main{display:none}/*"*/b{}}`],
    ['an end of the scope in a comment', `${SCOPE}{a{color:red}/*}*/}main{display:none}`],
    ['a comment in the name of the rule', `${SCOPE}{}/**/main/**/{display:none}`],
    ['an HTML comment', `<!-- ${SCOPE}{a{}} --> main{display:none}`],
    ['a bracket too many', `${SCOPE}{a{color:red}}}main{display:none}`],
    ['a bad address', `${SCOPE}{a{background:url(a b"c)}}main{display:none}`],
  ])('also after %s', (_, css) => {
    expect(problemsOf(css)).not.toEqual([]);
  });

  test('with the line of each problem', () => {
    expect(problemsOf(`${SCOPE}{\n}\nmain{}\nh1{}`)).toEqual([
      'assets/1.css, line 3: the styles of “main” apply outside of people.',
      'assets/1.css, line 4: the styles of “h1” apply outside of people.',
    ]);
  });
});

describe('the page of a shell', () => {
  test('may load its own files', () => {
    const page =
      '<!doctype html><link rel="icon" href="/assets/icon.svg"><script defer src="/assets/main.js"></script>';
    expect(pageProblems(page)).toEqual([]);
  });

  test.each([
    ['<script>alert(1)</script>', 'index.html contains an inline script.'],
    ['<ScRiPt type=module>alert(1)</script>', 'index.html contains an inline script.'],
    ['<body onload="alert(1)">', 'index.html contains an inline script: onload of <body>.'],
    ['<svg><script>alert(1)</script></svg>', 'index.html contains an inline script.'],
    [
      '<script src="https://evil.example/x.js"></script>',
      'index.html loads https://evil.example/x.js from another site.',
    ],
    ['<script src=" //evil.example/x.js"></script>', 'index.html loads  //evil.example/x.js from another site.'],
    ['<a href="javascript:alert(1)">x</a>', 'index.html loads javascript:alert(1) from another site.'],
    ['<base href="/elsewhere/">', 'index.html has a <base> element.'],
    ['<meta http-equiv="Refresh" content="0;url=//evil.example">', 'index.html has a <meta http-equiv> element.'],
    ['<script src="data:text/javascript,alert(1)"></script>', 'index.html contains an inline script.'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', 'index.html contains another page in srcdoc.'],
    [
      '<img srcset="a.webp 1x, https://evil.example/b.webp 2x">',
      'index.html loads a.webp 1x, https://evil.example/b.webp 2x from another site.',
    ],
  ])('may not contain %s', (html, sentence) => {
    expect(pageProblems(`<!doctype html>${html}`)).toContain(sentence);
  });
});

describe('the size of a build', () => {
  const sizes = new Map([
    ['assets/a.js', 900_000],
    ['assets/a.js.br', 204_800],
    ['assets/b.css', 1024],
    ['assets/a.js.map', 9_000_000],
    ['assets/font.woff2', 90_000],
  ]);

  test('is that of its scripts and styles as browsers receive them', () => {
    expect(loadedBytes(sizes)).toBe(205_824);
  });

  test.each([
    [{ budget: 201, before: undefined }, [], []],
    [
      { budget: 200, before: undefined },
      ['people 1.1.0 has 201 KB of compressed scripts and styles; its budget is 200 KB.'],
      [],
    ],
    [{ budget: 400, before: { version: '1.0.0', bytes: 190 * 1024 } }, [], []],
    [
      { budget: 400, before: { version: '1.0.0', bytes: 163 * 1024 } },
      [],
      ['people 1.1.0 has 201 KB of compressed scripts and styles, +38 KB against 1.0.0.'],
    ],
  ])('is checked with %j', (limits, rejected, unconfirmed) => {
    expect(sizeProblems('people 1.1.0', { bytes: loadedBytes(sizes), ...limits })).toEqual({ rejected, unconfirmed });
  });
});
