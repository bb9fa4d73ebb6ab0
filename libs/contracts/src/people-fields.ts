import { z } from 'zod';
import { slugSchema } from './common.ts';

/** URL of a person’s portrait: of the region where the person is marked in the picture, or else of its thumbnail. Null without one, and while the picture is deleted. */
export const portraitUrlSchema = z.string().nullable();

/** Someone aboard one voyage; lists come crew and passengers together, in passenger order. */
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
  /** 1 for the first. */
  sort_order: z.number().int(),
});
export type Passenger = z.output<typeof passengerSchema>;
