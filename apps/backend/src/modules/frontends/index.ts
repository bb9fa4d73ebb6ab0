import { Module } from '@nestjs/common';
import { AuthHttpModule } from '../auth/index.ts';
import { BuildSignatures } from './build-signatures.ts';
import { Checks } from './checks.ts';
import { ExpiredBuilds, ExpiredReports } from './expired-builds.ts';
import { FrontendsController } from './frontends.controller.ts';
import { Frontends } from './frontends.ts';
import { Judgments } from './judgments.ts';
import { LocalBuilds } from './local-builds.ts';
import { PageFilesOfBuilds } from './page-files.ts';
import { PagesController } from './pages.controller.ts';
import { PreviewsController } from './previews.controller.ts';
import { Previews } from './previews.ts';
import { Publishing } from './publishing.ts';
import { Registrations } from './registrations.ts';
import { FrontendRegistry } from './registry.ts';
import { ReleaseEvents } from './release-events.ts';
import { ReleaseHistory } from './release-history.ts';
import { ReleaseStatus } from './release-status.ts';
import { ReleasesController } from './releases.controller.ts';
import { Releases } from './releases.ts';
import { RemotesController } from './remotes.controller.ts';
import { FrontendReports } from './reports.ts';
import { Revisions } from './revisions.ts';
import { ShellPage } from './shell-page.ts';
import { Verdicts } from './verdicts.ts';
import { FrontendVersions } from './versions.ts';

@Module({
  imports: [AuthHttpModule],
  controllers: [FrontendsController, PreviewsController, ReleasesController, RemotesController, PagesController],
  providers: [
    LocalBuilds,
    BuildSignatures,
    Checks,
    Judgments,
    ReleaseEvents,
    FrontendRegistry,
    FrontendReports,
    Frontends,
    PageFilesOfBuilds,
    FrontendVersions,
    Previews,
    Publishing,
    Registrations,
    Releases,
    Revisions,
    ShellPage,
    ReleaseHistory,
    ReleaseStatus,
    Verdicts,
  ],
})
export class FrontendsHttpModule {}

@Module({ providers: [ExpiredBuilds, ExpiredReports, Revisions] })
export class FrontendsWorkerModule {}

export { routableUrl } from './shell-page.ts';
