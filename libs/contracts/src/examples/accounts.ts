import { type Account, accountOperations } from '../accounts.ts';
import { editorOperations } from '../editors.ts';
import { type Proposal, proposalOperations } from '../proposals.ts';
import { exampleOf } from './example.ts';

const account: Account = {
  name: 'Anna Weber',
  email: 'anna.weber@example.org',
  role: 'curator',
  state: 'invited',
  invitation_expires_at: '2026-11-27T09:30:00.000Z',
  created_at: '2026-11-20T09:30:00.000Z',
  created_by: 'curator',
  last_signed_in_at: null,
  provider: null,
};
const email = 'anna.weber@example.org';
const invited = {
  account,
  invitation: {
    path: '/invitation#9JrW3mX0b1Y2c3d4e5f6g7h8i9j0kLmNoPqRsTuVwXy',
    expires_at: '2026-11-27T09:30:00.000Z',
    mailed: 'sent' as const,
  },
};
const token = '9JrW3mX0b1Y2c3d4e5f6g7h8i9j0kLmNoPqRsTuVwXy';
const { name, role } = account;
const profile = { name, email, role, provider: null, configured: false };
const params = { account_email: email };
const editedRecord = { kind: 'voyage' as const, slug: 'truman-1946-03-07' };
const decidedAt = '2026-11-20T09:30:00.000Z';
const proposal: Proposal = {
  proposal_id: 12,
  kind: 'person',
  slug: 'trudeau-pierre',
  is_new: false,
  title: 'Pierre Trudeau',
  proposed_by: name,
  proposed_at: decidedAt,
  own: false,
  state: 'open',
  reason: null,
  decided_by: null,
  decided_at: null,
  changes: [{ field: 'birth_year', label: 'Birth year', from: '1918', to: '1919', accepted: null }],
};

export const accountExamples = [
  exampleOf(accountOperations.list, { response: [account] }),
  exampleOf(accountOperations.create, { body: { name, email, role }, response: invited }),
  exampleOf(accountOperations.update, {
    params,
    body: { role: 'reader' },
    response: { ...account, role: 'reader' },
  }),
  exampleOf(accountOperations.reset, { params, response: invited }),
  exampleOf(accountOperations.invitation, { body: { token }, response: { name, email } }),
  exampleOf(accountOperations.accept, {
    body: { token, password: 'correct horse battery staple' },
    response: { username: name },
  }),
  exampleOf(accountOperations.profile, { response: profile }),
  exampleOf(accountOperations.updateProfile, { body: { name }, response: profile }),
  exampleOf(accountOperations.changePassword, {
    body: { current_password: 'correct horse battery staple', new_password: 'another long sentence' },
  }),
  exampleOf(editorOperations.report, { params: editedRecord, response: { names: [name] } }),
  exampleOf(editorOperations.leave, { params: editedRecord }),
  exampleOf(proposalOperations.list, { response: { open: 1, total: 1, proposals: [proposal] } }),
  exampleOf(proposalOperations.own, {
    params: { kind: proposal.kind, slug: proposal.slug ?? '' },
    response: { proposal: { proposal_id: 12, proposed_at: proposal.proposed_at, values: { birth_year: 1901 } } },
  }),
  exampleOf(proposalOperations.get, {
    params: { proposal_id: 12 },
    response: { ...proposal, version: '412.3', changed_since: [] },
  }),
  exampleOf(proposalOperations.withdraw, { params: { proposal_id: 12 } }),
  exampleOf(proposalOperations.decide, {
    params: { proposal_id: 12 },
    body: { accept: ['birth_year'], reason: 'The other year is from another person.', proposed_at: decidedAt },
    response: {
      ...proposal,
      state: 'accepted',
      reason: 'The other year is from another person.',
      decided_by: 'curator',
      decided_at: decidedAt,
    },
  }),
];
