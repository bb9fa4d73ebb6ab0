import { type DynamicModule, Module, type Type } from '@nestjs/common';
import { APP_FILTER, APP_PIPE } from '@nestjs/core';
import { ProblemFilter } from './common/to-problem.ts';
import { validation } from './common/validation.ts';
import type { Config } from './config/index.ts';
import { AlbumsHttpModule } from './modules/albums/index.ts';
import { AuthHttpModule } from './modules/auth/index.ts';
import { EditionHttpModule } from './modules/edition/index.ts';
import { EditorsHttpModule } from './modules/editors/index.ts';
import { ExportsHttpModule } from './modules/exports/index.ts';
import { FrontendsHttpModule } from './modules/frontends/index.ts';
import { HistoryHttpModule } from './modules/history/index.ts';
import { HomeHttpModule } from './modules/home/index.ts';
import { IiifHttpModule } from './modules/iiif/index.ts';
import { IngestHttpModule } from './modules/ingest/index.ts';
import { MediaHttpModule } from './modules/media/index.ts';
import { PersonMergeHttpModule } from './modules/person-merge/index.ts';
import { OperationsHttpModule } from './modules/operations/index.ts';
import { PeopleHttpModule } from './modules/people/index.ts';
import { PersonProfileHttpModule } from './modules/person-profile/index.ts';
import { StoriesHttpModule } from './modules/stories/index.ts';
import { PlacesHttpModule } from './modules/places/index.ts';
import { PortraitsHttpModule } from './modules/portraits/index.ts';
import { PresidentsHttpModule } from './modules/presidents/index.ts';
import { SecurityLogHttpModule } from './modules/security-log/index.ts';
import { SearchHttpModule } from './modules/search/index.ts';
import { TagsHttpModule } from './modules/tags/index.ts';
import { TimelineHttpModule } from './modules/timeline/index.ts';
import { VoyagesHttpModule } from './modules/voyages/index.ts';
import { platform } from './platform.ts';

/** The modules with the controllers of each domain. */
const HTTP_MODULES: Type[] = [
  AlbumsHttpModule,
  AuthHttpModule,
  EditionHttpModule,
  EditorsHttpModule,
  ExportsHttpModule,
  FrontendsHttpModule,
  HistoryHttpModule,
  HomeHttpModule,
  IiifHttpModule,
  IngestHttpModule,
  MediaHttpModule,
  PersonMergeHttpModule,
  OperationsHttpModule,
  PeopleHttpModule,
  PersonProfileHttpModule,
  PlacesHttpModule,
  StoriesHttpModule,
  PortraitsHttpModule,
  PresidentsHttpModule,
  SearchHttpModule,
  TagsHttpModule,
  TimelineHttpModule,
  VoyagesHttpModule,
];

@Module({})
export class ApiModule {
  static with(config: Config): DynamicModule {
    return {
      module: ApiModule,
      imports: [...platform(config), SecurityLogHttpModule, ...HTTP_MODULES],
      providers: [
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_PIPE, useFactory: validation },
      ],
    };
  }
}
