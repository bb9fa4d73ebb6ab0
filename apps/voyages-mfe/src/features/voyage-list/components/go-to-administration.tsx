import type { Administration } from '@archive/contracts';
import { Select } from '@archive/ui';
import { administrationLabel } from '../../voyage-record/administration.ts';
import { sectionIdOf } from '../sections.ts';

interface Props {
  administrations: Administration[];
  onChoose(id: string): void;
}

/** Goes to the first voyage of an administration, on whichever page it is. Disabled, not hidden, without a choice: nothing moves when the list arrives. */
export function GoToAdministration({ administrations, onChoose }: Props) {
  return (
    <Select
      label="Go to administration"
      hideLabel
      disabled={administrations.length < 2}
      value=""
      fieldClassName="w-52"
      options={[
        { value: '', label: 'Go to administration', disabled: true },
        ...administrations.map((administration) => ({
          value: sectionIdOf(administration),
          label: `${administration.presidential || administration.president_name === null ? administrationLabel(administration) : administration.president_name} (${administration.voyage_count})`,
        })),
      ]}
      onChange={({ target }) => onChoose(target.value)}
    />
  );
}
