import type { Excerpt } from '@archive/contracts';
import { Fragment } from 'react';

/** A string with its matches marked. */
export function Marked({ runs }: { runs: Excerpt }) {
  return runs.map(({ text, match }, index) =>
    match ? (
      // The runs have no identity but their position.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index}>{text}</mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{text}</Fragment>
    ),
  );
}
