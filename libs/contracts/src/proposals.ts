import { z } from 'zod';
import { instantSchema, slugSchema, textSchema, wholeNumberQuery } from './common.ts';
import { fieldChangeSchema } from './history.ts';
import { defineOperation, type OtherResponse } from './operation.ts';

export const PROPOSAL_KINDS = ['voyage', 'person', 'media', 'album', 'place', 'story'] as const;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** The response to a contributor's update, which is stored as a proposal and changes no record. */
export const proposedSchema = z.object({ proposed: z.literal(true), proposal_id: z.number().int() });

/** For the updates that contributors may send. `Location` is the proposal. */
export const PROPOSED: OtherResponse = {
  when: 'A contributor proposes the change. Nothing is saved until a curator accepts it.',
  status: 202,
  schema: proposedSchema,
  example: { proposed: true, proposal_id: 12 },
};

const proposedChangeSchema = fieldChangeSchema.extend({
  /** Whether a curator accepted it; null while the proposal is open. */
  accepted: z.boolean().nullable(),
});

/** What someone proposes to change in a record, from the values that they saw. */
export const proposalSchema = z.object({
  proposal_id: z.number().int(),
  kind: z.enum(PROPOSAL_KINDS),
  /** Null for a new record until it is accepted. */
  slug: slugSchema.nullable(),
  /** Whether a new record is proposed. */
  is_new: z.boolean(),
  /** Title or name of the record with what is proposed. */
  title: z.string(),
  proposed_by: z.string(),
  proposed_at: instantSchema,
  /** Whether you proposed it. */
  own: z.boolean(),
  state: z.enum(['open', 'accepted', 'rejected', 'withdrawn']),
  reason: z.string().nullable(),
  decided_by: z.string().nullable(),
  decided_at: instantSchema.nullable(),
  changes: z.array(proposedChangeSchema),
});
export type Proposal = z.output<typeof proposalSchema>;

/** A proposal with what the record has now: an open one has the complete values of both in its changes. */
export const proposalDetailSchema = proposalSchema.extend({
  /** Version of the record; null if there is none: it is new, or was deleted or merged. */
  version: z.string().nullable(),
  /** Values that have changed since it was proposed. */
  changed_since: z.array(fieldChangeSchema),
});

const params = z.object({ proposal_id: z.coerce.number().int().min(1).max(2_147_483_647) });

export const proposalOperations = {
  list: defineOperation({
    id: 'proposals.list',
    method: 'GET',
    path: '/api/proposals',
    access: 'contributor',
    summary: 'List proposals: all for curators, their own for contributors',
    description: 'Open ones first, then the newest. `open` counts all open ones.',
    noStore: true,
    query: z.strictObject({
      limit: wholeNumberQuery(0, 100).default(50),
      offset: wholeNumberQuery(0, 1_000_000).default(0),
    }),
    response: z.object({
      open: z.number().int(),
      /** Number of proposals in any state. */
      total: z.number().int(),
      proposals: z.array(proposalSchema),
    }),
  }),
  own: defineOperation({
    id: 'proposals.own',
    method: 'GET',
    path: '/api/proposals/own/{kind}/{slug}',
    access: 'contributor',
    summary: 'Get what you propose for a record',
    description:
      'Values that the record would have, for its form. An update that replaces some of them names `proposed_at` after the version of the record in `If-Match`: `"7.3+2026-11-20T09:30:00.000000Z"`. Otherwise it is 412, or 409 without `If-Match`, so that nothing proposed is lost.',
    noStore: true,
    params: z.object({ kind: z.enum(PROPOSAL_KINDS), slug: slugSchema }),
    response: z.object({
      /** Null if none is open. */
      proposal: z
        .object({
          proposal_id: z.number().int(),
          proposed_at: instantSchema,
          /** By the names of the record. Lists with people who don’t exist yet are left out. */
          values: z.record(z.string(), z.unknown()),
        })
        .nullable(),
    }),
  }),
  get: defineOperation({
    id: 'proposals.get',
    method: 'GET',
    path: '/api/proposals/{proposal_id}',
    access: 'contributor',
    summary: 'Get a proposal, with what the record has now',
    description: 'Returns 404 for a proposal of another account, unless you are a curator.',
    noStore: true,
    params,
    response: proposalDetailSchema,
    errors: [404],
  }),
  withdraw: defineOperation({
    id: 'proposals.withdraw',
    method: 'DELETE',
    path: '/api/proposals/{proposal_id}',
    access: 'contributor',
    summary: 'Withdraw a proposal of your own',
    description:
      'The proposal can no longer be accepted. Returns 404 for one that is no longer open, or is of another account.',
    params,
    status: 204,
    errors: [404],
  }),
  decide: defineOperation({
    id: 'proposals.decide',
    method: 'POST',
    path: '/api/curator/proposals/{proposal_id}/decision',
    access: 'curator',
    summary: 'Accept fields of a proposal, and reject the others',
    description:
      'Saves the accepted fields as the form of the record does. A reason is required unless all fields are accepted. ' +
      'Returns 409 if the proposal is no longer as you saw it, 412 if the record isn’t, and 404 if it was deleted or merged.',
    params,
    body: z.object({
      /** Names of the accepted fields; none rejects the proposal. */
      accept: z.array(z.string().max(100)).max(100),
      reason: textSchema(2000).nullish(),
      /** From the proposal that you reviewed. */
      proposed_at: instantSchema,
      version: z.string().max(50).nullish(),
    }),
    response: proposalSchema,
    errors: [404, 409, 412],
  }),
};
