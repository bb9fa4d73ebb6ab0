import { z } from 'zod';
import { slugSchema } from './common.ts';
import { HISTORY_KINDS } from './history.ts';
import { defineOperation } from './operation.ts';

const params = z.object({ kind: z.enum(HISTORY_KINDS), slug: slugSchema });

export const editorOperations = {
  report: defineOperation({
    id: 'editors.report',
    method: 'PUT',
    path: '/api/curator/editors/{kind}/{slug}',
    access: 'contributor',
    summary: 'Report that you are editing a record, and list who else is',
    description:
      'Locks nothing. Repeat it every 8 seconds: without another report, you count as editing for 20 seconds.',
    params,
    response: z.object({
      /** Names of the other people, sorted. */
      names: z.array(z.string()),
    }),
  }),
  leave: defineOperation({
    id: 'editors.leave',
    method: 'DELETE',
    path: '/api/curator/editors/{kind}/{slug}',
    access: 'contributor',
    summary: 'Report that you have stopped editing a record',
    description: 'Without this report, the name disappears 20 seconds after the last one.',
    params,
    status: 204,
  }),
};
