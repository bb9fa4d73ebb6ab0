import type { OwnerSection, VoyageContent, VoyageDocument } from '../src/types.ts';

/** The sections and voyages of a parsed document, without line numbers and data that only the preview uses. */
export function contentOf({ sections, voyages }: VoyageDocument): {
  sections: Omit<OwnerSection, 'line'>[];
  voyages: VoyageContent[];
} {
  return {
    sections: sections.map(({ line: _line, unconfirmed: _title, in_voyage: _stated, ...section }) => section),
    voyages: voyages.map(
      ({
        line: _line,
        end_line: _end,
        original_markdown: _original,
        stated_values: _statedValues,
        groups: _groups,
        without_president: _none,
        ...voyage
      }) => voyage,
    ),
  };
}
