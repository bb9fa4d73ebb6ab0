import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller.ts';
import { Accounts } from './accounts.ts';
import { ApiTokensController } from './api-tokens.controller.ts';
import { ApiTokens } from './api-tokens.ts';
import { AuthController } from './auth.controller.ts';
import { BrowserSessions } from './browser-sessions.ts';
import { ConfirmationController } from './confirmation.controller.ts';
import { Confirmations } from './confirmations.ts';
import { Credentials } from './credentials.ts';
import { InvitationMail } from './invitation-mail.ts';
import { KnownDevices } from './known-devices.ts';
import { ExpiredSignIns, LoginLimiter } from './login-limiter.ts';
import { Passkeys } from './passkeys.ts';
import { SecondFactor } from './second-factor.ts';
import { SessionGuard } from './session-guard.ts';
import { SignOnController } from './sign-on.controller.ts';
import { SignOn } from './sign-on.ts';
import { SessionWatch } from './session-watch.ts';
import { SessionsController } from './sessions.controller.ts';
import { Sessions } from './sessions.ts';
import { SignInMethodsController } from './sign-in-methods.controller.ts';

@Module({
  controllers: [
    AccountsController,
    ApiTokensController,
    AuthController,
    ConfirmationController,
    SessionsController,
    SignInMethodsController,
    SignOnController,
  ],
  providers: [
    Accounts,
    ApiTokens,
    BrowserSessions,
    Confirmations,
    Credentials,
    InvitationMail,
    KnownDevices,
    LoginLimiter,
    Passkeys,
    SecondFactor,
    SessionGuard,
    Sessions,
    SessionWatch,
    SignOn,
  ],
  exports: [Accounts, ApiTokens, Confirmations, SessionGuard, SessionWatch],
})
export class AuthHttpModule {}

@Module({ providers: [ExpiredSignIns] })
export class AuthWorkerModule {}

export { Accounts } from './accounts.ts';
export { ApiTokens } from './api-tokens.ts';
export { Confirmations } from './confirmations.ts';
export type { Identity } from './credentials.ts';
export { readCookie } from './known-devices.ts';
export { identityOf, SessionGuard, Username } from './session-guard.ts';
export { SessionWatch } from './session-watch.ts';
