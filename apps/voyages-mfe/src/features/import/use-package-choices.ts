import type { ConflictChoice, PackageChoice } from '@archive/contracts';
import { useState } from 'react';

const KEY = 'package.choices';

interface Stored {
  id: string;
  choices: PackageChoice[];
  others: ConflictChoice;
}

const none = (id: string): Stored => ({ id, choices: [], others: 'keep' });

/** Session storage may be unavailable, or have the choices for another package. */
function read(id: string): Stored {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stored | null;
    return stored?.id === id ? stored : none(id);
  } catch {
    return none(id);
  }
}

/** The user’s choices for a previewed package, by kind and address. They survive a reload. */
export function usePackageChoices(id: string) {
  const [stored, setStored] = useState(() => read(id));
  const store = (next: Stored) => {
    setStored(next);
    try {
      sessionStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // They last as long as the page.
    }
  };
  const choices = new Map(stored.choices.map((choice) => [`${choice.kind} ${choice.slug}`, choice]));
  return {
    choices,
    others: stored.others,
    /** The choice for all conflicts; null once some have one of their own. */
    everywhere: stored.choices.some(({ take }) => take !== undefined) ? null : stored.others,
    choose: (choice: PackageChoice) =>
      store({ ...stored, choices: [...choices.set(`${choice.kind} ${choice.slug}`, choice).values()] }),
    /** Decides about all conflicts, except which records are the same. */
    chooseOthers: (others: ConflictChoice) =>
      store({
        ...stored,
        others,
        choices: stored.choices.flatMap(({ kind, slug, same }) => (same === undefined ? [] : [{ kind, slug, same }])),
      }),
  };
}
