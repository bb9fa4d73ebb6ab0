/** Kinds of security events, with their names for operators. */
export const SECURITY_EVENTS = {
  'login-succeeded': 'Signed in',
  'login-failed': 'Sign-in failed',
  'login-throttled': 'Sign-in blocked (too many attempts)',
  'action-confirmed': 'Confirmed with the password',
  'session-ended': 'Session ended',
  'token-created': 'Token created',
  'token-used': 'Token used',
  'token-rejected': 'Token rejected',
  'token-revoked': 'Token revoked',
  'origin-rejected': 'Request from another site rejected',
  'file-rejected': 'File rejected',
  'remote-registered': 'Micro-frontend registered',
  'remote-retired': 'Micro-frontend retired',
  'release-published': 'Release published',
  'release-checked': 'Release checked',
  'preview-started': 'Preview started',
  'release-promoted': 'Release promoted',
  'release-rolled-back': 'Release rolled back',
} as const;

export type SecurityEventKind = keyof typeof SECURITY_EVENTS;
export const SECURITY_EVENT_KINDS = Object.keys(SECURITY_EVENTS) as SecurityEventKind[];

export interface SecurityEvent {
  kind: SecurityEventKind;
  /** The curator, token or server component; null if nobody is signed in. Never an unverified name that someone typed. */
  actor: string | null;
  /** IP address of the client. */
  address: string | null;
  /** Details of the event. They must never contain a password, token, cookie or the content of a record. */
  details?: Record<string, string | number>;
  /** Id of the request; that of the current request by default. */
  requestId?: string | undefined;
}
