import type { VoyageDocument, VoyageValueName } from '@archive/voyage-document';

/** Which values a table row or a JSON entry states. */
export interface RowStatedValues {
  slug: string | undefined;
  /** Values whose cells or keys are present but empty. */
  empty: readonly VoyageValueName[];
  /** The stated values, in formats that list them. */
  stated?: readonly VoyageValueName[];
  /** Values that the source doesn't state, although the converted document does. */
  absent?: ReadonlySet<VoyageValueName>;
}

/** Corrects the stated values of a converted document with those of the rows. `rowOf` finds the row for a line of that document. */
export function withRows(document: VoyageDocument, rowOf: (line: number) => RowStatedValues): VoyageDocument {
  const voyages = document.voyages.map((voyage) => {
    const { slug, empty, stated = [], absent } = rowOf(voyage.line);
    const names = new Set([...voyage.stated_values.stated.filter((name) => !absent?.has(name)), ...stated]);
    const stated_values = {
      ...voyage.stated_values,
      stated: [...names],
      empty: [...new Set([...voyage.stated_values.empty, ...empty])].filter((name) => !names.has(name)),
    };
    return { ...voyage, stated_values, ...(slug ? { voyage_slug: slug } : {}) };
  });
  return { ...document, voyages };
}
