import type { Spin } from '@archive/contracts';
import { Quote, type QuoteProps } from '@archive/ui';
import { InlineMarkdown } from './inline-markdown.tsx';
import { SpinSource } from './sources.tsx';

/** Quotes about the yacht. */
export function Quotes({ spins, size }: { spins: Spin[]; size?: QuoteProps['size'] }) {
  return (
    <div className="flex flex-col gap-8">
      {spins.map(({ spin, source }, index) => (
        <Quote key={index} size={size} source={source ? <SpinSource source={source} /> : undefined}>
          <span className="whitespace-pre-line">
            <InlineMarkdown>{spin}</InlineMarkdown>
          </span>
        </Quote>
      ))}
    </div>
  );
}
