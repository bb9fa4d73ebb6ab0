import { GridPicture, JustifiedGrid, Thumbnail, gridPictureClass } from '../index.ts';
import type { MediaKind } from '../index.ts';
import { DuskScene } from '../dusk-scene/dusk-scene.tsx';
import { Section, Example } from './frame.tsx';

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
export function Media() {
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
