import { runbookQuery } from '@archive/api-client';
import { useQuery } from '@archive/query';
import { useLocation } from '@archive/router';
import { QueryState, usePageTitle } from '@archive/shell-api';
import { PageHeader, TextLink } from '@archive/ui';
import { Prose } from '@archive/ui/prose';
import { useEffect } from 'react';

/** /ops/runbook: what to do when the archive has a problem. Other pages and alerts link to its chapters. */
export function RunbookPage() {
  usePageTitle('Runbook');
  const query = useQuery(runbookQuery());
  const { data } = query;
  const { hash } = useLocation();
  useEffect(() => {
    const chapter = document.getElementById(hash.slice(1));
    if (!data || !chapter?.parentElement) return undefined;
    // The height of the text above changes once the Markdown parser has loaded.
    const observer = new ResizeObserver(() => chapter.scrollIntoView());
    observer.observe(chapter.parentElement);
    const stop = () => observer.disconnect();
    for (const event of ['wheel', 'pointerdown', 'keydown']) window.addEventListener(event, stop, { once: true });
    return stop;
  }, [data, hash]);
  const [introduction = '', ...chapters] = data?.markdown.split(/^## /m) ?? [];
  return (
    <div className="flex flex-col gap-8">
      <PageHeader eyebrow={<TextLink href="/ops">System status</TextLink>} title="Runbook" />
      {data ? (
        <>
          <Prose>{introduction.replace(/^# .*\n/, '')}</Prose>
          <nav aria-label="Chapters">
            <ul className="list-disc space-y-1 pl-6">
              {chapters.map(headingOf).map((heading) => (
                <li key={heading}>
                  <TextLink href={`#${fragmentOf(heading)}`}>{heading}</TextLink>
                </li>
              ))}
            </ul>
          </nav>
          {chapters.map((chapter) => {
            const heading = headingOf(chapter);
            return (
              <section key={heading} id={fragmentOf(heading)} aria-label={heading} className="scroll-mt-24">
                <h2 className="mb-2 border-b border-rule pb-1 text-27">{heading}</h2>
                <Prose>{chapter.slice(heading.length)}</Prose>
              </section>
            );
          })}
        </>
      ) : (
        <QueryState query={query} failed="Can’t load the runbook" loading="Loading runbook..." />
      )}
    </div>
  );
}

const headingOf = (chapter: string) => chapter.split('\n', 1)[0] ?? '';

/** The URL fragment of a heading, the same as in the repository's rendered Markdown. */
const fragmentOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
