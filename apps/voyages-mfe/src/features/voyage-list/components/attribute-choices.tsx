import type { Attribute } from '@archive/contracts';
import { Checkbox } from '@archive/ui';
import { ATTRIBUTE_WORDS } from '../../voyage-record/attributes.ts';
import type { LogFilters } from '../filters.ts';

interface Props {
  filters: LogFilters;
  onChange(to: Partial<LogFilters>): void;
}

/** Filter Voyages: significant ones, and the attributes, of which all chosen must hold. */
export function AttributeChoices({ filters: { significant, attributes }, onChange }: Props) {
  const toggle = (name: Attribute, chosen: boolean) =>
    onChange({ attributes: chosen ? [...attributes, name] : attributes.filter((other) => other !== name) });
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="sr-only">Filter Voyages</legend>
      <Checkbox
        checked={significant}
        onChange={({ target }) => onChange({ significant: target.checked })}
        label="Significant voyages"
        help="Presidential use, royalty or a foreign leader aboard"
        className="border-b border-rule pb-3"
      />
      {ATTRIBUTE_WORDS.map(({ name, filter }) => (
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
