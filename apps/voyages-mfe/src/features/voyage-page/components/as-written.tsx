import { Disclosure } from '@archive/ui';

/** The lines of the document that the record came from, untouched. */
export function AsWritten({ text }: { text: string }) {
  return (
    <Disclosure label="As written in the log" className="text-13 print:hidden">
      <pre className="max-w-measure rounded border border-rule bg-wash/50 p-4 font-mono text-13 whitespace-pre-wrap wrap-anywhere">
        {text.trim()}
      </pre>
    </Disclosure>
  );
}
