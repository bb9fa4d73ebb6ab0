export { AuthHttpModule } from './auth.module.ts';
export { readSessionCookie } from './session-cookie.ts';
export { type Pipeline, SessionGuard } from './session-guard.ts';
export { Username } from './username.decorator.ts';
