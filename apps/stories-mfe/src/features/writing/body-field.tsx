import { storyRecordsQuery } from '@archive/api-client';
import { useDebouncedValue } from '@archive/editing';
import { useQuery } from '@archive/query';
import { Button, cx, EmptyState, IconButton, lazyComponent, Notice, TextArea } from '@archive/ui';
import { Bold, ChartColumn, Heading, Image, Italic, Link, List, Ship, TextQuote } from '@archive/ui/icons';
import { type ComponentProps, type KeyboardEvent, useRef, useState } from 'react';
import { addressesIn, linkMarkdown, recordLinks } from '../reading/addresses.ts';
import { StoryText } from '../reading/story-text.tsx';
import { applyEdit, EDITS, type EditName, isBlock } from './markdown-edits.ts';

const InsertRecord = lazyComponent(() => import('./insert-record.tsx'), 'InsertRecord');
const InsertQuote = lazyComponent(() => import('./insert-quote.tsx'), 'InsertQuote');
const pickers = () => import('./insert-picture.tsx');
const InsertPicture = lazyComponent(pickers, 'InsertPicture');
const InsertFigure = lazyComponent(pickers, 'InsertFigure');

const TOOLS: readonly { name: EditName; label: string; key?: string; Icon: typeof Bold }[] = [
  { name: 'bold', label: 'Bold', key: 'b', Icon: Bold },
  { name: 'italic', label: 'Italic', key: 'i', Icon: Italic },
  { name: 'heading', label: 'Heading', Icon: Heading },
  { name: 'list', label: 'List', Icon: List },
  { name: 'quote', label: 'Quote', Icon: TextQuote },
  { name: 'link', label: 'Link', key: 'k', Icon: Link },
];

const PRESSED = 'aria-pressed:bg-navy aria-pressed:text-on-navy';

type BodyFieldProps = Pick<ComponentProps<typeof TextArea>, 'name' | 'error' | 'onChange' | 'onBlur'> & {
  value: string;
  label: string;
};

/** The text of a story in Markdown, with its tools and a preview: beside it, or in its place on narrow screens. */
export function BodyField({ value, ...field }: BodyFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [isPreview, setPreview] = useState(false);
  const [inserting, setInserting] = useState<'record' | 'picture' | 'figure' | 'quote'>();
  const shown = useDebouncedValue(value);
  const records = useQuery(storyRecordsQuery(addressesIn(shown)));
  const edit = (name: EditName) => area.current && applyEdit(area.current, EDITS[name], isBlock(name));
  const close = () => setInserting(undefined);
  const insert = (markdown: string, block: boolean) => {
    close();
    // After the dialog has returned the focus.
    setTimeout(() => area.current && applyEdit(area.current, () => ({ text: markdown }), block));
  };
  const handleKey = (event: KeyboardEvent) => {
    const tool = (event.ctrlKey || event.metaKey) && TOOLS.find(({ key }) => key === event.key);
    if (!tool) return;
    event.preventDefault();
    edit(tool.name);
  };
  const existing = new Set(records.data?.map(({ address }) => address));
  const unknown =
    records.isFetching || !records.data ? [] : recordLinks(shown).filter((link) => !existing.has(link.address));
  return (
    <div>
      <div className="mb-3 flex gap-2 min-[1100px]:hidden">
        <Button size="small" className={PRESSED} aria-pressed={!isPreview} onClick={() => setPreview(false)}>
          Write
        </Button>
        <Button size="small" className={PRESSED} aria-pressed={isPreview} onClick={() => setPreview(true)}>
          Preview
        </Button>
      </div>
      <div className="grid gap-8 min-[1100px]:grid-cols-2">
        <div className={cx('min-w-0', isPreview && 'max-[1099px]:hidden')}>
          <div role="toolbar" aria-label="Formatting" className="mb-2 flex flex-wrap items-center gap-1">
            {TOOLS.map(({ name, label, key, Icon }) => (
              <IconButton
                key={name}
                label={key ? `${label} (Ctrl+${key.toUpperCase()})` : label}
                icon={<Icon aria-hidden />}
                size="small"
                onClick={() => edit(name)}
              />
            ))}
            <Button size="small" icon={<Ship aria-hidden className="size-4" />} onClick={() => setInserting('record')}>
              Insert record
            </Button>
            <Button
              size="small"
              icon={<Image aria-hidden className="size-4" />}
              onClick={() => setInserting('picture')}
            >
              Insert picture
            </Button>
            <Button
              size="small"
              icon={<ChartColumn aria-hidden className="size-4" />}
              onClick={() => setInserting('figure')}
            >
              Insert chart or map
            </Button>
            <Button
              size="small"
              icon={<TextQuote aria-hidden className="size-4" />}
              onClick={() => setInserting('quote')}
            >
              Insert quote
            </Button>
          </div>
          <TextArea
            ref={area}
            rows={20}
            className="font-mono text-15"
            help="Markdown. An empty line begins a paragraph."
            onKeyDown={handleKey}
            value={value}
            {...field}
          />
          {unknown.length > 0 && (
            <Notice tone="warning" className="mt-3">
              <p>The archive has no record at these addresses:</p>
              <ul>
                {unknown.map(({ address, index }) => (
                  <li key={index}>
                    <Button
                      size="small"
                      variant="quiet"
                      onClick={() => {
                        area.current?.focus();
                        area.current?.setSelectionRange(index, index + address.length);
                      }}
                    >
                      {address}
                    </Button>
                  </li>
                ))}
              </ul>
            </Notice>
          )}
        </div>
        <section aria-label="Preview" className={cx('min-w-0', !isPreview && 'max-[1099px]:hidden')}>
          {shown.trim() === '' ? (
            <EmptyState title="Nothing to preview yet">The text appears here as readers see it.</EmptyState>
          ) : (
            <StoryText records={records.data}>{shown}</StoryText>
          )}
        </section>
      </div>
      {inserting === 'record' && (
        <InsertRecord
          onPick={({ title, address }) =>
            insert(linkMarkdown(title, address), address.endsWith('#map') || isAtBlock(area.current))
          }
          onClose={close}
        />
      )}
      {inserting === 'quote' && <InsertQuote onInsert={(markdown) => insert(markdown, true)} onClose={close} />}
      {inserting === 'figure' && <InsertFigure onInsert={(markdown) => insert(markdown, true)} onClose={close} />}
      {inserting === 'picture' && <InsertPicture onInsert={(markdown) => insert(markdown, true)} onClose={close} />}
    </div>
  );
}

/** Whether the cursor is on an empty line, where a record becomes a paragraph. */
function isAtBlock(area: HTMLTextAreaElement | null): boolean {
  if (!area) return true;
  return (
    /(?:^|\n)[^\S\n]*$/.test(area.value.slice(0, area.selectionStart)) &&
    /^[^\S\n]*(?:\n|$)/.test(area.value.slice(area.selectionEnd))
  );
}
