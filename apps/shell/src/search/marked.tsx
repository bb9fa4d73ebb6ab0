import type { Excerpt } from '@archive/contracts';
import { Fragment } from 'react';

/** A text with its matches marked. */
export function Marked({ runs }: { runs: Excerpt }) {
  return runs.map(({ text, match }, index) =>
    match ? (
      // The runs of a text have no other identity than their place.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index}>{text}</mark>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{text}</Fragment>
    ),
  );
}
