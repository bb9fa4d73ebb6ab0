import type { Person } from '@archive/contracts';
import { useArchive } from '@archive/shell-api';
import { Button, Dialog, formatDate, toast, today } from '@archive/ui';
import { useRef } from 'react';

/** A citation: name, archive, permanent address, access date. */
export function citation(name: string, archive: string, address: string, day: string): string {
  return `“${name}.” ${archive}. ${address} (accessed ${formatDate(day)}).`;
}

export function CitePerson({ person, onClose }: { person: Person; onClose: () => void }) {
  const archive = useArchive();
  const text = useRef<HTMLParagraphElement>(null);
  const address = `${window.location.origin}/people/${person.person_slug}`;
  const words = citation(person.full_name, archive.title, address, today());

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(words);
      toast.success('Citation copied');
      onClose();
    } catch {
      // Without clipboard access, select the text for copying by hand.
      if (text.current) window.getSelection()?.selectAllChildren(text.current);
      toast('Your browser blocked the clipboard. The citation is selected: press Ctrl+C or ⌘C.');
    }
  };

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Cite"
      description="The address stays the same even if the name is corrected."
      footer={
        <Button variant="primary" onClick={() => void copy()}>
          Copy citation
        </Button>
      }
    >
      <p
        ref={text}
        className="rounded border border-rule bg-paper px-4 py-3 font-serif text-17 leading-relaxed wrap-anywhere select-all"
      >
        {words}
      </p>
    </Dialog>
  );
}
