import { type ComponentProps, useImperativeHandle, useRef, useState } from 'react';
import { cx } from '../base/cx.ts';
import { Search, X } from '../icons.ts';
import { CONTROL, Field, type FieldProps } from './field.tsx';

export type SearchFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'size' | 'type' | 'value' | 'onChange'> & {
    value: string;
    /** Called after the clear button or Escape has cleared the field. */
    onClear?: () => void;
  } & (
    | { onValueChange: (value: string) => void; onValue?: never }
    /** @deprecated Renamed to `onValueChange` in 1.5.0. Older builds still pass `onValue`. */
    | { onValue: (value: string) => void; onValueChange?: never }
  );

/** A search field with a clear button. Escape clears it too. */
export function SearchField({
  label,
  hideLabel = true,
  help,
  error,
  fieldClassName,
  id,
  className,
  value,
  onValue,
  onValueChange,
  onClear,
  ref,
  ...rest
}: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const change = (text: string) => (onValueChange ?? onValue)?.(text);
  const clear = () => {
    change('');
    onClear?.();
    input.current?.focus();
  };
  return (
    <Field {...{ label, hideLabel, help, error, fieldClassName, id }}>
      {(attributes) => (
        <div className="ui:relative">
          <Search
            aria-hidden
            className="ui:pointer-events-none ui:absolute ui:left-3 ui:top-1/2 ui:-translate-y-1/2 ui:text-faded"
          />
          <input
            ref={input}
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            spellCheck={false}
            className={cx(
              CONTROL,
              'ui:h-10 ui:appearance-none ui:pl-10 ui:pr-10 ui:[&::-webkit-search-cancel-button]:hidden',
              className,
            )}
            value={value}
            onChange={(event) => change(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape' || value === '' || event.nativeEvent.isComposing) return;
              event.preventDefault();
              event.stopPropagation();
              clear();
            }}
            {...rest}
            {...attributes}
          />
          {value !== '' && (
            <button
              type="button"
              aria-label="Clear search"
              onClick={clear}
              className="ui:absolute ui:right-1 ui:top-1 ui:grid ui:size-8 ui:place-items-center ui:rounded-sm ui:text-faded ui:hover:bg-wash ui:hover:text-ink"
            >
              <X aria-hidden className="ui:size-4" />
            </button>
          )}
        </div>
      )}
    </Field>
  );
}

/**
 * The text of a search field whose query is in the URL. A query that was set elsewhere replaces the text. A query sent by the field itself,
 * which arrives when the results are rendered, does not replace text typed since then. `query` is the current one in the URL.
 */
export function useSearchText(query: string) {
  const [text, setText] = useState(query);
  const [lastQuery, setLastQuery] = useState(query);
  /** Queries that were sent but are not in the URL yet. */
  const [sentTexts, setSent] = useState<readonly string[]>([]);
  if (lastQuery !== query) {
    const index = sentTexts.lastIndexOf(query);
    setLastQuery(query);
    setSent(index === -1 ? [] : sentTexts.slice(index + 1));
    if (index === -1) setText(query);
  }
  return {
    text,
    setText,
    /** The last query sent. */
    latest: sentTexts.at(-1) ?? query,
    /** Call this with each query before sending it. */
    markSent: (next: string) => setSent((queries) => [...queries, next]),
  };
}
