import type { Attribute } from '@archive/contracts';
import { Checkbox } from '@archive/ui';
import { ATTRIBUTE_LABELS } from '../../voyage-record/attributes.ts';
import type { FilterChanges, ListFilters } from '../filters.ts';

interface Props {
  filters: ListFilters;
  onChange(changes: FilterChanges): void;
}

/** Filter by significance and attributes; a voyage must have all that are checked. */
export function AttributeChoices({ filters: { significant, attributes }, onChange }: Props) {
  const toggle = (name: Attribute, isChosen: boolean) =>
    onChange((latest) => {
      const others = latest.attributes.filter((other) => other !== name);
      return { attributes: isChosen ? [...others, name] : others };
    });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Filter Voyages</legend>
      <Checkbox
        checked={significant}
        onChange={({ target }) => onChange({ significant: target.checked })}
        label="Significant voyages"
        help="Presidential use, royalty, or a foreign leader aboard"
        className="border-b border-rule pb-3"
      />
      {ATTRIBUTE_LABELS.map(({ name, filter }) => (
        <Checkbox
          key={name}
          checked={attributes.includes(name)}
          onChange={({ target }) => toggle(name, target.checked)}
          label={filter}
        />
      ))}
    </fieldset>
  );
}
