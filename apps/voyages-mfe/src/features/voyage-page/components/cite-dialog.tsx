import { Button, Dialog, toast, today } from '@archive/ui';
import { useRef } from 'react';
import { citationOf } from '../cite.ts';

interface Props {
  cited: Parameters<typeof citationOf>[0];
  onClose(): void;
}

export function CiteDialog({ cited, onClose }: Props) {
  const text = useRef<HTMLQuoteElement>(null);
  const citation = citationOf(cited, today());
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(citation);
      toast.success('Citation copied to clipboard!');
      onClose();
    } catch {
      // Without clipboard permission, select the text for manual copying.
      if (text.current) getSelection()?.selectAllChildren(text.current);
      toast('Citation selected. Press Ctrl+C to copy it.');
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Cite this voyage"
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" onClick={() => void copy()}>
            Copy
          </Button>
        </>
      }
    >
      <blockquote ref={text} className="font-serif text-17 wrap-anywhere">
        {citation}
      </blockquote>
    </Dialog>
  );
}
