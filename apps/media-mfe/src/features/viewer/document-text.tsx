import { mediaViewQuery, messageOf } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { cx, Loading } from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import type { ReactNode } from 'react';

interface DocumentTextProps {
  slug: string;
  title: string;
  /** Shown instead of the text, with the reason if it is known. */
  fallback(reason: string | null): ReactNode;
  className?: string;
}

/** The text of a Word document, styled like a sheet of paper. */
export function DocumentText({ slug, title, fallback, className }: DocumentTextProps) {
  const { data, error } = useQuery(mediaViewQuery(slug));
  if (!data) return error ? fallback(messageOf(error)) : <Loading label="Loading...">{null}</Loading>;
  if (data.state === 'waiting') return fallback('The preview is being generated. Check back in a moment.');
  if (data.text === null) return fallback(data.error);
  if (data.text.trim() === '') return fallback('This document has no text. Download it to open it.');
  return (
    <section
      aria-label={`Text of ${title}`}
      // A scrollable element must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={cx('overflow-y-auto p-3 sm:p-6', className)}
    >
      <div className="mx-auto max-w-3xl rounded-sm border border-rule bg-leaf px-5 py-6 text-ink sm:px-12 sm:py-10">
        <Prose>{data.text}</Prose>
      </div>
    </section>
  );
}
