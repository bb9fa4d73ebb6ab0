import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';

/** Somebody signed in, under the SHA-256 of the token that the cookie holds. */
export const Session = defineEntity({
  name: 'Session',
  tableName: 'session',
  properties: {
    tokenHash: p.blob().primary(),
    username: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    lastSeenAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
  },
});
export type Session = InferEntity<typeof Session>;
