import { Module } from '@nestjs/common';
import { MediaHttpModule } from '../media/index.ts';
import { PeopleHttpModule } from '../people/index.ts';
import { PresidentsHttpModule } from '../presidents/index.ts';
import { SandboxHttpModule } from '../sandbox/index.ts';
import { VoyagesHttpModule } from '../voyages/index.ts';
import { ArchiveDocument } from './archive-document.ts';
import { ArchiveSetupController } from './archive-setup.controller.ts';
import { ExportQueries } from './export-queries.ts';
import { ExportsController } from './exports.controller.ts';
import { ArchivePackage } from './package/archive-package.ts';
import { PackageImport } from './package/package-import.ts';
import { VoyageEntries } from './voyage-entries.ts';

@Module({
  imports: [VoyagesHttpModule, PeopleHttpModule, PresidentsHttpModule, MediaHttpModule, SandboxHttpModule],
  controllers: [ArchiveSetupController, ExportsController],
  providers: [VoyageEntries, ExportQueries, ArchiveDocument, ArchivePackage, PackageImport],
})
export class ExportsHttpModule {}
