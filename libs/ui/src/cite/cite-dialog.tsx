import { today } from '@archive/contracts/format';
import { useRef, useState } from 'react';
import { Button } from '../buttons/button.tsx';
import { Dialog } from '../overlays/dialog.tsx';
import { Tabs } from '../overlays/tabs.tsx';
import { toast } from '../overlays/toast-store.ts';
import { type Citable, citation, CITATION_STYLES, type CitationStyle } from './citation.ts';

export type { Citable } from './citation.ts';

export type CiteDialogProps = {
  /** "Cite this voyage". */
  title: string;
  cited: Citable;
  onClose: () => void;
};

const STYLES = Object.entries(CITATION_STYLES) as [CitationStyle, string][];
const isCode = (style: CitationStyle) => style === 'bibtex' || style === 'ris';

/** Shows a citation in each style, with buttons to copy it. */
export function CiteDialog({ title, cited, onClose }: CiteDialogProps) {
  const [style, setStyle] = useState<CitationStyle>('chicago');
  const quoteRef = useRef<HTMLQuoteElement>(null);
  const [accessed] = useState(today);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(citation(style, cited, accessed));
      toast.success('Citation copied to clipboard!');
      onClose();
    } catch {
      // Without clipboard permission, select the text for manual copying.
      if (quoteRef.current) getSelection()?.selectAllChildren(quoteRef.current);
      toast('Citation selected. Press Ctrl+C or ⌘C to copy it.');
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      description="The link stays the same, even if the title is corrected."
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" onClick={() => void copy()}>
            Copy
          </Button>
        </>
      }
    >
      <Tabs
        label="Citation style"
        value={style}
        onValueChange={(next) => setStyle(next as CitationStyle)}
        items={STYLES.map(([value, label]) => ({
          value,
          label,
          content: (
            <blockquote
              ref={value === style ? quoteRef : undefined}
              className={
                isCode(value)
                  ? 'ui:font-mono ui:text-13 ui:whitespace-pre-wrap ui:wrap-anywhere'
                  : 'ui:font-serif ui:text-17 ui:wrap-anywhere'
              }
            >
              {citation(value, cited, accessed)}
            </blockquote>
          ),
        }))}
      />
    </Dialog>
  );
}
