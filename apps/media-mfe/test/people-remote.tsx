import { installRemoteHost, type PersonPickerProps } from '@archive/shell-api';

export const ANN = { person_slug: 'lee-ann', full_name: 'Ann Lee' };
export const BEN = { person_slug: 'ray-ben', full_name: 'Ben Ray' };

const NO_DETAILS = { role_title: null, portrait_url: null, title: null, capacity_role: null, is_crew: false };

/** Replaces the picker of the people remote: a button for each person, and a button that leaves a name typed but not chosen. */
function PersonPicker({ label, excluded = [], onPick, onPending }: PersonPickerProps) {
  return (
    <fieldset>
      <legend>{label}</legend>
      {[ANN, BEN]
        .filter(({ person_slug }) => !excluded.includes(person_slug))
        .map((person) => (
          <button
            key={person.person_slug}
            type="button"
            onClick={() => {
              onPick({ ...person, ...NO_DETAILS });
              onPending?.('');
            }}
          >
            {person.full_name}
          </button>
        ))}
      <button type="button" onClick={() => onPending?.('Ann')}>
        Type a name
      </button>
    </fieldset>
  );
}

/** Makes the person picker of the people remote available. */
export function installPeople(): void {
  installRemoteHost({ load: () => Promise.resolve({ component: PersonPicker }), versionOf: () => '1.0.0' });
}

/** Makes the people remote unavailable. */
export function removePeople(): void {
  installRemoteHost({ load: () => Promise.reject(new Error('away')), versionOf: () => '1.0.0' });
}
