/** What an edit does with the selected text. */
export type MarkdownEdit = (selected: string) => {
  text: string;
  /** The part of `text` to select afterward; its end by default. */
  select?: [start: number, end: number];
};

const around =
  (mark: string, sample: string): MarkdownEdit =>
  (selected) => {
    const inner = selected || sample;
    return { text: `${mark}${inner}${mark}`, select: [mark.length, mark.length + inner.length] };
  };

/** Puts a mark in front of each selected line. */
const lines =
  (mark: string, sample: string): MarkdownEdit =>
  (selected) => ({
    text: (selected || sample)
      .split('\n')
      .map((line) => `${mark}${line}`)
      .join('\n'),
  });

export const EDITS = {
  bold: around('**', 'bold text'),
  italic: around('*', 'italic text'),
  heading: lines('## ', 'Heading'),
  list: lines('- ', 'Item'),
  quote: (selected: string) => ({ text: `${lines('> ', 'Quote')(selected).text}\n>\n> — Source` }),
  link: (selected: string) => {
    const text = `[${selected || 'text'}](https://)`;
    return { text, select: [text.length - 1, text.length - 1] as [number, number] };
  },
} satisfies Record<string, MarkdownEdit>;
export type EditName = keyof typeof EDITS;

/** Edits that need lines of their own. */
const BLOCKS: readonly EditName[] = ['heading', 'list', 'quote'];
export const isBlock = (name: EditName) => BLOCKS.includes(name);

/** Edits the selection of a text area as typing would, so that the browser can undo it. A block gets an empty line before and after it. */
export function applyEdit(area: HTMLTextAreaElement, edit: MarkdownEdit, block = false): void {
  const { value, selectionStart, selectionEnd } = area;
  const { text, select } = edit(value.slice(selectionStart, selectionEnd));
  const [before, after] = [value.slice(0, selectionStart), value.slice(selectionEnd)];
  const lead = block && before !== '' ? '\n'.repeat(Math.max(0, 2 - (/\n*$/.exec(before)?.[0].length ?? 0))) : '';
  const trail = block && after !== '' ? '\n'.repeat(Math.max(0, 2 - (/^\n*/.exec(after)?.[0].length ?? 0))) : '';
  area.focus();
  const inserted = `${lead}${text}${trail}`;
  // No other way of changing a text area is undone by Ctrl+Z.
  if (!document.execCommand?.('insertText', false, inserted)) {
    area.setRangeText(inserted, selectionStart, selectionEnd, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const start = selectionStart + lead.length;
  const [from, to] = select ?? [text.length, text.length];
  area.setSelectionRange(start + from, start + to);
}
