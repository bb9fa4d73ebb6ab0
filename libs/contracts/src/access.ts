/** Roles of accounts. Each account has one. */
export const ROLES = ['reader', 'contributor', 'curator', 'operator', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

/** Who may call an operation: everyone, or accounts by their role. */
export type Access = 'public' | Role;

const ALLOWED: Readonly<Record<Access, readonly Role[]>> = {
  public: ROLES,
  reader: ROLES,
  contributor: ['contributor', 'curator', 'administrator'],
  curator: ['curator', 'administrator'],
  operator: ['operator', 'administrator'],
  administrator: ['administrator'],
};

/** Whether a role has this access. */
export const allows = (role: Role, access: Access): boolean => ALLOWED[access].includes(role);

/** The scopes that the tokens of an account may have, without the names of micro-frontends. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly string[]>> = {
  reader: [],
  contributor: [],
  curator: ['upload'],
  operator: ['deploy', 'verify'],
  administrator: ['upload', 'deploy', 'verify'],
};

/** `type` of the 401 after the right password of an account with a second factor. */
export const CODE_REQUIRED = 'urn:problem:code-required';
