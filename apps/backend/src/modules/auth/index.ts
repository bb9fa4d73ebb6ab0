export { AuthHttpModule } from './auth.module.ts';
export { readCookie } from './cookies.ts';
export { type Pipeline, SessionGuard } from './session-guard.ts';
export { Username } from './username.decorator.ts';
