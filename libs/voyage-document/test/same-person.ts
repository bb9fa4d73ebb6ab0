import { personIdentity } from '../src/identity.ts';

/** The first key by which an import matches a person. */
export function samePersonKey(person: { name: string; wikipedia_url: string | null }): string {
  const { urlKey, name } = personIdentity(person);
  return urlKey ?? name;
}
