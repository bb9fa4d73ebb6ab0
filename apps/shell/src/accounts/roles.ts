import type { Role } from '@archive/contracts';

export const ROLE_OPTIONS: { value: Role; label: string }[] = [
  { value: 'reader', label: 'Reader: reads everything' },
  { value: 'contributor', label: 'Contributor: proposes changes' },
  { value: 'curator', label: 'Curator: edits everything' },
  { value: 'operator', label: 'Operator: runs the system' },
  { value: 'administrator', label: 'Administrator: everything' },
];
const names = new Map(ROLE_OPTIONS.map(({ value, label }) => [value, label.slice(0, label.indexOf(':'))]));
export const roleName = (role: Role) => names.get(role) ?? role;
