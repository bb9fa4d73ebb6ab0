import { Disclosure } from '@archive/ui';

/** Original text of the imported document, unchanged. */
export function OriginalText({ text }: { text: string }) {
  return (
    <Disclosure label="Original text" className="text-13 print:hidden">
      <pre className="max-w-measure rounded border border-rule bg-wash/50 p-4 font-mono text-13 whitespace-pre-wrap wrap-anywhere">
        {text.trim()}
      </pre>
    </Disclosure>
  );
}
