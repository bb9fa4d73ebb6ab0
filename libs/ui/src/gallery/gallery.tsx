import { useState } from 'react';
import {
  Button,
  Eyebrow,
  Pennant,
  SkipLink,
  Toaster,
  GridPicture,
  JustifiedGrid,
  Thumbnail,
  gridPictureClass,
  type MediaKind,
} from '../index.ts';
import { Feedback } from './feedback.tsx';
import { Forms } from './forms.tsx';
import { Overlays } from './overlays.tsx';
import { Records } from './records.tsx';
import { DuskScene } from '../dusk-scene/dusk-scene.tsx';
import { Section, Example } from './frame.tsx';

const THEMES = ['system', 'light', 'dark'] as const;

/** Every component in every state. The shell mounts it in development only. */
export function Gallery() {
  const [theme, setTheme] = useState<(typeof THEMES)[number]>('system');
  const choose = (next: (typeof THEMES)[number]) => {
    setTheme(next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
  };
  return (
    <>
      <SkipLink to="gallery" />
      <header data-theme="dark" className="ui:bg-masthead ui:print:hidden">
        <div className="ui:mx-auto ui:flex ui:max-w-page ui:flex-wrap ui:items-center ui:gap-3 ui:px-4 ui:py-3 ui:sm:px-6">
          <Pennant />
          <span className="ui:flex-1 ui:font-serif ui:text-21 ui:font-semibold">Gallery</span>
          <fieldset className="ui:flex ui:gap-1">
            <legend className="ui:sr-only">Theme</legend>
            {THEMES.map((name) => (
              <Button
                key={name}
                size="small"
                variant={theme === name ? 'secondary' : 'quiet'}
                aria-pressed={theme === name}
                onClick={() => choose(name)}
              >
                {name}
              </Button>
            ))}
          </fieldset>
        </div>
      </header>
      <main id="gallery" className="ui:mx-auto ui:max-w-page ui:px-4 ui:pt-8 ui:pb-16 ui:sm:px-6">
        <Eyebrow>@archive/ui</Eyebrow>
        <h1 className="ui:mb-8 ui:text-48 ui:tracking-tight">Every component, every state</h1>
        <Foundations />
        <Forms />
        <Records />
        <Feedback />
        <Overlays />
        <Media />
      </main>
      <Toaster />
    </>
  );
}

const PRINTS: {
  title: string;
  credit?: string;
  date?: string;
  ratio: number;
  kind: MediaKind;
  tones?: [string, string];
}[] = [
  {
    title: 'At the Navy Yard',
    credit: 'National Archives',
    date: '1933',
    ratio: 1.5,
    kind: 'image',
    tones: ['#c9bda4', '#6d6a66'],
  },
  {
    title: 'The saloon',
    credit: 'Abbie Rowe',
    date: 'May 1945',
    ratio: 0.8,
    kind: 'image',
    tones: ['#d8cdb8', '#8a7a62'],
  },
  { title: 'Off Mount Vernon', date: 'June 16, 1976', ratio: 1.78, kind: 'image', tones: ['#b9c4cc', '#54636f'] },
  { title: 'Deck log, pages 40 to 61', credit: 'Naval History Center', ratio: 0.77, kind: 'pdf' },
  { title: 'Newsreel', date: '1949', ratio: 1.33, kind: 'video' },
  { title: 'The crew', ratio: 1.25, kind: 'image', tones: ['#cfc6b5', '#77706a'] },
];

const picture = ([sky, water]: [string, string]) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40" preserveAspectRatio="none"><path fill="${sky}" d="M0 0h60v40H0z"/><path fill="${water}" d="M0 25q30-3 60 0v15H0z"/><path fill="#fff" opacity=".8" d="M14 24h32l-3 4H18z"/></svg>`)}`;

/** Media components. */
function Media() {
  return (
    <Section title="Media">
      <Example name="JustifiedGrid">
        <JustifiedGrid rowHeight={180}>
          {PRINTS.map(({ title, credit, date, ratio, kind, tones }) => (
            <GridPicture key={title} {...{ title, credit, date, ratio }}>
              <button type="button" aria-label={`Open ${title}`} className={gridPictureClass}>
                <Thumbnail src={tones && picture(tones)} alt="" kind={kind} />
              </button>
            </GridPicture>
          ))}
        </JustifiedGrid>
      </Example>
      <Example name="Thumbnail: fallbacks" row>
        {(['image', 'pdf', 'video', 'audio', 'document', 'other'] as const).map((kind) => (
          <div key={kind} className="ui:size-24">
            <Thumbnail src={null} kind={kind} alt={`A missing ${kind}`} />
          </div>
        ))}
      </Example>
      <Example name="DuskScene">
        <div className="ui:h-72 ui:overflow-hidden ui:rounded">
          <DuskScene />
        </div>
      </Example>
    </Section>
  );
}

const SWATCHES = [
  ['paper', 'ui:bg-paper'],
  ['leaf', 'ui:bg-leaf'],
  ['wash', 'ui:bg-wash'],
  ['ink', 'ui:bg-ink'],
  ['faded', 'ui:bg-faded'],
  ['rule', 'ui:bg-rule'],
  ['edge', 'ui:bg-edge'],
  ['navy', 'ui:bg-navy'],
  ['brass', 'ui:bg-brass'],
  ['signal', 'ui:bg-signal'],
  ['sea', 'ui:bg-sea'],
  ['amber', 'ui:bg-amber'],
  ['masthead', 'ui:bg-masthead'],
] as const;

const SIZES = [
  ['48', 'ui:text-48'],
  ['35', 'ui:text-35'],
  ['27', 'ui:text-27'],
  ['21', 'ui:text-21'],
  ['17', 'ui:text-17'],
  ['15', 'ui:text-15'],
  ['13', 'ui:text-13'],
] as const;

/** Colors, type sizes and figures. */
function Foundations() {
  return (
    <Section title="Foundations">
      <Example name="colors">
        <ul className="ui:grid ui:grid-cols-3 ui:gap-3 ui:sm:grid-cols-7">
          {SWATCHES.map(([name, color]) => (
            <li key={name} className="ui:text-13">
              <span className={`ui:mb-1 ui:block ui:h-12 ui:rounded ui:border ui:border-rule ${color}`} />
              {name}
            </li>
          ))}
        </ul>
      </Example>
      <Example name="type">
        <div className="ui:space-y-2 ui:overflow-hidden">
          {SIZES.map(([name, size]) => (
            <p key={name} className="ui:flex ui:items-baseline ui:gap-4">
              <span className="ui:w-6 ui:text-13 ui:text-faded">{name}</span>
              <span className={`ui:font-serif ui:font-semibold ui:whitespace-nowrap ${size}`}>Down the Potomac</span>
              <span className={`ui:whitespace-nowrap ui:max-sm:hidden ${size}`}>at six bells</span>
            </p>
          ))}
        </div>
      </Example>
      <Example name="figures">
        <p className="ui:font-serif ui:text-21 ui:oldstyle-nums">
          Old-style in prose: June 16, 1976, 104 feet, 27 guests. Łódź, Brežněv, Çankaya.
        </p>
        <p className="ui:font-serif ui:text-21 ui:tabular-nums ui:lining-nums">Tabular in lists: 1234567890</p>
        <p className="ui:font-serif ui:text-21 ui:italic">Italics for what someone said: “She is the river’s own.”</p>
      </Example>
    </Section>
  );
}
