import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config/index.ts';
import { JobHandlers } from '../../../queues/index.ts';
import { MediaIntakeModule } from '../../media/index.ts';
import { FETCH_LIMITS, fetchLimits } from './fetch-limits.ts';
import { FetchResults } from './fetch-results.ts';
import { FetchTasks } from './fetch-tasks.ts';
import { MediaFetcher } from './media-fetcher.ts';

/** Fetches linked media in the worker. */
@Module({
  imports: [MediaIntakeModule],
  providers: [
    {
      provide: FETCH_LIMITS,
      useFactory: ({ maxUploadBytes }: Config) => fetchLimits(maxUploadBytes),
      inject: [CONFIG],
    },
    FetchTasks,
    FetchResults,
    MediaFetcher,
  ],
  exports: [FetchTasks],
})
export class MediaFetchModule {
  constructor(handlers: JobHandlers, fetcher: MediaFetcher) {
    handlers.handle('media-file-fetch', (job) => fetcher.fetch(job));
  }
}
