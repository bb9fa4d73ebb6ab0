import { allows, exportOperations, type PackageImportReport } from '@archive/contracts';
import { rowOfEntry, VOYAGE_COLUMNS } from '@archive/voyage-document';
import { Controller, Req, type StreamableFile } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  type OperationInput,
  Contract,
  drainBody,
  fromForm,
  jsonText,
  Problem,
  toFormProblem,
} from '../../common/index.ts';
import { identityOf } from '../auth/index.ts';
import { cleanFilename, MediaQueries } from '../media/index.ts';
import { PeopleQueries } from '../people/index.ts';
import { PlaceQueries } from '../places/index.ts';
import { PRESIDENT_COLUMNS } from '../presidents/index.ts';
import { VoyageQueries } from '../voyages/index.ts';
import { ArchiveDocument } from './archive-document.ts';
import { cellsOf, document, packageFile, table } from './downloads.ts';
import { ExportQueries } from './export-queries.ts';
import { EXPORTED_MEDIA, EXPORTED_PERSON, EXPORTED_PLACE } from './export-sql.ts';
import { ArchivePackage } from './package/archive-package.ts';
import { PackageImports } from './package/package-imports.ts';
import { VoyageEntries } from './voyage-entries.ts';

/** The report of an import, with the address at which clients follow it. */
const started = (report: PackageImportReport) =>
  jsonText(JSON.stringify(report), { headers: { location: exportOperations.packageImport.path } });

async function openPackage(request: FastifyRequest) {
  const file = request.isMultipart()
    ? await request
        .file({ limits: { fileSize: Infinity, files: 1 } })
        .catch((error: unknown) => Promise.reject(toFormProblem(error)))
    : undefined;
  if (!file || file.fieldname !== 'file') throw new Problem(422, 'Send the package as "file".');
  const content = async function* () {
    yield* fromForm<Uint8Array>(() => file.file);
    await request.requireAccess();
  };
  return { filename: cleanFilename(file.filename), content: content() };
}

/** Downloads. Each one finds its records before it sends anything, so that an error gets a status code instead of truncating the file. */
@Controller()
export class ExportsController {
  readonly #voyages: VoyageQueries;
  readonly #people: PeopleQueries;
  readonly #places: PlaceQueries;
  readonly #media: MediaQueries;
  readonly #entries: VoyageEntries;
  readonly #queries: ExportQueries;
  readonly #archive: ArchiveDocument;
  readonly #package: ArchivePackage;
  readonly #imports: PackageImports;

  constructor(
    voyages: VoyageQueries,
    people: PeopleQueries,
    places: PlaceQueries,
    media: MediaQueries,
    entries: VoyageEntries,
    queries: ExportQueries,
    archive: ArchiveDocument,
    archivePackage: ArchivePackage,
    packageImports: PackageImports,
  ) {
    this.#voyages = voyages;
    this.#people = people;
    this.#places = places;
    this.#media = media;
    this.#entries = entries;
    this.#queries = queries;
    this.#archive = archive;
    this.#package = archivePackage;
    this.#imports = packageImports;
  }

  @Contract(exportOperations.voyages)
  async voyages({
    query: { format, ...filters },
  }: OperationInput<typeof exportOperations.voyages>): Promise<StreamableFile> {
    const batches = this.#entries.read(await this.#voyages.ids(filters));
    return table({ name: 'voyages', format, batches, columns: VOYAGE_COLUMNS, rowOf: rowOfEntry });
  }

  @Contract(exportOperations.people)
  async people({
    query: { format, ...filters },
  }: OperationInput<typeof exportOperations.people>): Promise<StreamableFile> {
    const batches = this.#queries.people(await this.#people.ids(filters));
    return table({ name: 'people', format, batches, columns: Object.keys(EXPORTED_PERSON), rowOf: cellsOf });
  }

  @Contract(exportOperations.places)
  async places({
    query: { format, ...filters },
  }: OperationInput<typeof exportOperations.places>): Promise<StreamableFile> {
    const batches = this.#queries.places(await this.#places.ids(filters));
    return table({ name: 'places', format, batches, columns: Object.keys(EXPORTED_PLACE), rowOf: cellsOf });
  }

  @Contract(exportOperations.media)
  async media({
    query: { format, ...filters },
  }: OperationInput<typeof exportOperations.media>): Promise<StreamableFile> {
    const batches = this.#queries.media(await this.#media.ids(filters));
    return table({ name: 'media', format, batches, columns: Object.keys(EXPORTED_MEDIA), rowOf: cellsOf });
  }

  @Contract(exportOperations.presidents)
  async presidents({ query: { format } }: OperationInput<typeof exportOperations.presidents>): Promise<StreamableFile> {
    const batches = await this.#queries.presidents();
    return table({ name: 'presidents', format, batches, columns: Object.keys(PRESIDENT_COLUMNS), rowOf: cellsOf });
  }

  @Contract(exportOperations.package)
  async package({ query }: OperationInput<typeof exportOperations.package>): Promise<StreamableFile> {
    return packageFile(await this.#package.open(query));
  }

  @Contract(exportOperations.importPackage, { fromMultipart: () => Promise.resolve({}) })
  async importPackage(
    { query }: OperationInput<typeof exportOperations.importPackage>,
    @Req() request: FastifyRequest,
  ) {
    const { name, role } = identityOf(request);
    try {
      if (query.replace_earlier_work && !allows(role, 'administrator'))
        throw new Problem(403, 'Only an administrator can delete the history and the trash of an archive.');
      const kind = { replacesEarlierWork: query.replace_earlier_work, compares: query.preview };
      return started(await this.#imports.start(() => openPackage(request), kind, name));
    } catch (error) {
      await drainBody(request);
      throw error;
    }
  }

  @Contract(exportOperations.packageImport)
  packageImport({ query }: OperationInput<typeof exportOperations.packageImport>) {
    return this.#imports.status(query.import_id);
  }

  @Contract(exportOperations.packageRecords)
  packageRecords({ query }: OperationInput<typeof exportOperations.packageRecords>) {
    return this.#imports.records({ ...query, import_id: query.import_id, action: query.action });
  }

  @Contract(exportOperations.applyPackage)
  async applyPackage({ body }: OperationInput<typeof exportOperations.applyPackage>, @Req() request: FastifyRequest) {
    return started(await this.#imports.apply(body, identityOf(request)));
  }

  @Contract(exportOperations.cancelPackageImport)
  async cancelPackageImport({ query }: OperationInput<typeof exportOperations.cancelPackageImport>) {
    await this.#imports.cancel(query.import_id);
    return this.#imports.status(query.import_id);
  }

  @Contract(exportOperations.archive)
  async archive(): Promise<StreamableFile> {
    return document({ name: 'voyages', parts: await this.#archive.parts() });
  }
}
