import { z } from 'zod';
import { defineOperation } from './operation.ts';
import { slugSchema } from './common.ts';
import { portraitUrlSchema } from './people-fields.ts';

/** Content of the home page. Each of its three cards is null if the archive has nothing for it. */
export const homeSchema = z.object({
  voyage_of_the_day: z.object({ voyage_slug: slugSchema, title: z.string(), start_date: z.string() }).nullable(),
  busiest_person: z
    .object({
      person_slug: slugSchema,
      full_name: z.string(),
      voyage_count: z.number().int(),
      portrait_url: portraitUrlSchema,
    })
    .nullable(),
  newest_photograph: z
    .object({
      media_slug: slugSchema,
      title: z.string(),
      url: z.string(),
      thumbnail_url: z.string().nullable(),
      date: z.string().nullable(),
    })
    .nullable(),
  newest_pictures: z
    .array(z.object({ media_slug: slugSchema, title: z.string(), url: z.string() }))
    .meta({ description: 'The three pictures that were added last, as previews.' }),
  decades: z.array(z.object({ decade: z.number().int(), voyages: z.number().int() })).meta({
    description:
      'The number of voyages in each decade, such as 1940. A voyage from 1939 to 1941 counts in both. Decades without voyages are left out.',
  }),
});
export type Home = z.output<typeof homeSchema>;

export const homeOperations = {
  get: defineOperation({
    id: 'home.get',
    method: 'GET',
    path: '/api/home',
    access: 'reader',
    summary: 'Get the content of the home page',
    description:
      'The voyage of the day, the person with the most voyages and the newest photograph, each null when the archive has none; the newest pictures, and the voyages of each decade. `day` is the date of the reader, because the server may be in another time zone.',
    query: z.strictObject({
      day: z
        .string()
        .regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/, 'Enter the day as MM-DD.')
        .optional(),
    }),
    response: homeSchema,
  }),
};
