import { Button, Eyebrow, Pennant, SkipLink, Toaster } from '../index.ts';
import { useState } from 'react';
import { Feedback } from './feedback.tsx';
import { Forms } from './forms.tsx';
import { Foundations } from './foundations.tsx';
import { Media } from './media.tsx';
import { Overlays } from './overlays.tsx';
import { Records } from './records.tsx';

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
