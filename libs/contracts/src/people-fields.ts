import { z } from 'zod';
import { slugSchema } from './common.ts';

/**
 * URL of a person’s portrait: the region where the person is marked in the picture, or else the picture's thumbnail. Null if the person has
 * no portrait, and while the picture is deleted.
 */
export const portraitUrlSchema = z.string().nullable();

/** Someone aboard a voyage. Lists contain crew and passengers together, in passenger order. */
export const passengerSchema = z.object({
  person_slug: slugSchema,
  full_name: z.string(),
  role_title: z.string().nullable(),
  organization: z.string().nullable(),
  wikipedia_url: z.string().nullable(),
  portrait_url: portraitUrlSchema,
  /** Form of address on this voyage, as written: "General", "Mr. and Mrs.". */
  title: z.string().nullable(),
  /** Role aboard, or office held at the time. */
  capacity_role: z.string().nullable(),
  is_crew: z.boolean(),
  voyage_notes: z.string().nullable(),
  /** Position, starting at 1. */
  sort_order: z.number().int(),
});
export type Passenger = z.output<typeof passengerSchema>;
