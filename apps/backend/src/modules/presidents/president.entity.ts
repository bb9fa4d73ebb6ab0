import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { Person } from '../people/index.ts';

/** A president or owner: a person who held the yacht, under the person's own key and slug. */
export const President = defineEntity({
  name: 'President',
  tableName: 'president',
  properties: {
    person: () => p.oneToOne(Person).primary().ref(),
    party: p.text().nullable(),
    presidential: p.boolean().persist(false),
    initials: p.text().nullable().unique(),
    termStart: p.text().nullable(),
    termEnd: p.text().nullable(),
    version: p.integer().version(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p
      .datetime()
      .defaultRaw('now()')
      .onUpdate(() => new Date()),
  },
});
export type President = InferEntity<typeof President>;
