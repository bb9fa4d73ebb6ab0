import { Module } from '@nestjs/common';
import { MediaHttpModule } from '../media/index.ts';
import { PeopleHttpModule } from '../people/index.ts';
import { PlacesHttpModule } from '../places/index.ts';
import { PresidentsHttpModule } from '../presidents/index.ts';
import { SandboxWorkerModule } from '../sandbox/index.ts';
import { StoriesHttpModule } from '../stories/index.ts';
import { VoyagesHttpModule } from '../voyages/index.ts';
import { ArchiveDocument } from './archive-document.ts';
import { ArchiveSetupController } from './archive-setup.controller.ts';
import { ExportQueries } from './export-queries.ts';
import { ExportsController } from './exports.controller.ts';
import { ArchivePackage } from './package/archive-package.ts';
import { PackageMerge } from './package/merge/package-merge.ts';
import { PackageDirectories } from './package/package-directories.ts';
import { PackageFiles } from './package/package-files.ts';
import { PackageImport } from './package/package-import.ts';
import { PackageImports } from './package/package-imports.ts';
import { VoyageEntries } from './voyage-entries.ts';

@Module({
  imports: [
    VoyagesHttpModule,
    PeopleHttpModule,
    PlacesHttpModule,
    PresidentsHttpModule,
    MediaHttpModule,
    StoriesHttpModule,
  ],
  controllers: [ArchiveSetupController, ExportsController],
  providers: [VoyageEntries, ExportQueries, ArchiveDocument, ArchivePackage, PackageDirectories, PackageImports],
})
export class ExportsHttpModule {}

/** Imports packages in the worker. */
@Module({
  imports: [SandboxWorkerModule],
  providers: [PackageDirectories, PackageFiles, PackageImports, PackageMerge, PackageImport],
})
export class ExportsWorkerModule {}
