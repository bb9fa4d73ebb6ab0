import { type KeyboardEvent, useRef } from 'react';
import { LETTERS } from './params.ts';

interface LettersProps {
  /** The letters that have records; undefined while loading. */
  used: readonly string[] | undefined;
  current: string | undefined;
  onChange: (letter: string) => void;
}

/** The first letters of a directory, with one tab stop; arrow keys move between them. The pressed one shows all records again. */
export function Letters({ used, current, onChange }: LettersProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const isEmpty = (letter: string) => letter !== current && used?.includes(letter) === false;
  const tabStop = current || LETTERS.find((letter) => !isEmpty(letter));
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    const buttons = [...(group.current?.querySelectorAll<HTMLElement>('button:enabled') ?? [])];
    const target = step && buttons[buttons.findIndex((button) => button === document.activeElement) + step];
    if (!target) return;
    event.preventDefault();
    target.focus();
  };
  return (
    <div role="presentation" onKeyDown={handleKeyDown}>
      <fieldset ref={group} aria-label="First letter" className="grid min-w-0 grid-cols-9 gap-1 sm:flex sm:flex-wrap">
        {LETTERS.map((letter) => (
          <button
            key={letter}
            type="button"
            aria-pressed={letter === current}
            aria-label={letter === '#' ? 'Numbers and signs' : letter}
            tabIndex={letter === tabStop ? 0 : -1}
            disabled={isEmpty(letter)}
            onClick={() => onChange(letter === current ? '' : letter)}
            className="h-9 min-w-9 rounded-sm border border-transparent font-sans text-15 text-navy enabled:hover:border-rule disabled:text-faded disabled:opacity-50 aria-pressed:bg-navy aria-pressed:text-on-navy"
          >
            {letter}
          </button>
        ))}
      </fieldset>
    </div>
  );
}
