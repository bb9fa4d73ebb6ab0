import { EarlierArchives, EarlierRows } from './20261128040000-earlier-archives.ts';
import { Functions } from './20261128040001-functions.ts';
import { FiledAgain, JoinedNames, People } from './20261128040002-people.ts';
import { Voyages } from './20261128040003-voyages.ts';
import { Media } from './20261128040004-media.ts';
import { Albums } from './20261128040005-albums.ts';
import { DocumentPassages, ImportApprovals, ImportPreparation, Imports } from './20261128040006-imports.ts';
import { Storage } from './20261128040007-storage.ts';
import { History } from './20261128040008-history.ts';
import { Search, SignsInWords } from './20261128040009-search.ts';
import {
  Accounts,
  AccountsOfProviders,
  AccountsWithRoles,
  EndedSessions,
  ProposedPlaces,
  Proposals,
  RecordEditors,
  SignInMethods,
} from './20261128040010-accounts.ts';
import { Frontends } from './20261128040011-frontends.ts';
import { System } from './20261128040012-system.ts';
import { KnownPresidents } from './20261128040013-known-presidents.ts';
import { ApiTokens } from './20261128083500-api-tokens.ts';
import { PackageImports, PackageOrigins, PackagePreviews } from './20261128090500-package-imports.ts';
import { Stories } from './20261129014500-stories.ts';
import { Places, SimilarPlaces } from './20261128171500-places.ts';
import { Editions } from './20261129012000-editions.ts';

/**
 * All migrations, in order. A name must never change after it was released. The first ones, up to `earlier-rows`, are the baseline. A small
 * later one is a class in the file of its area.
 */
export const migrations = [
  { name: '20261128040000-earlier-archives', class: EarlierArchives },
  { name: '20261128040001-functions', class: Functions },
  { name: '20261128040002-people', class: People },
  { name: '20261128040003-voyages', class: Voyages },
  { name: '20261128040004-media', class: Media },
  { name: '20261128040005-albums', class: Albums },
  { name: '20261128040006-imports', class: Imports },
  { name: '20261128040007-storage', class: Storage },
  { name: '20261128040008-history', class: History },
  { name: '20261128040009-search', class: Search },
  { name: '20261128040010-accounts', class: Accounts },
  { name: '20261128040011-frontends', class: Frontends },
  { name: '20261128040012-system', class: System },
  { name: '20261128040013-known-presidents', class: KnownPresidents },
  { name: '20261128040014-earlier-rows', class: EarlierRows },
  { name: '20261128082000-signs-in-words', class: SignsInWords },
  { name: '20261128083000-joined-names', class: JoinedNames },
  { name: '20261128083500-api-tokens', class: ApiTokens },
  { name: '20261128090500-package-imports', class: PackageImports },
  { name: '20261128125500-package-previews', class: PackagePreviews },
  { name: '20261128125500-accounts-with-roles', class: AccountsWithRoles },
  { name: '20261128130500-document-passages', class: DocumentPassages },
  { name: '20261128135000-record-editors', class: RecordEditors },
  { name: '20261128135000-sign-in-methods', class: SignInMethods },
  { name: '20261128140500-accounts-of-providers', class: AccountsOfProviders },
  { name: '20261128142000-proposals', class: Proposals },
  { name: '20261128170000-import-approvals', class: ImportApprovals },
  { name: '20261128171500-places', class: Places },
  { name: '20261128172000-ended-sessions', class: EndedSessions },
  { name: '20261128172500-filed-again', class: FiledAgain },
  { name: '20261128173000-package-origins', class: PackageOrigins },
  { name: '20261129010000-import-preparation', class: ImportPreparation },
  { name: '20261129012000-editions', class: Editions },
  { name: '20261129013000-proposed-places', class: ProposedPlaces },
  { name: '20261129014500-stories', class: Stories },
  { name: '20261129022000-similar-places', class: SimilarPlaces },
];

/** The migrations that create the schema of 1.0. Older names belong to archives from before it. */
export const baseline = migrations.filter(({ name }) => name <= '20261128040014-earlier-rows').map(({ name }) => name);
