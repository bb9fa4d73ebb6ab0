import { Injectable, Logger, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database, statement } from '../../database/index.ts';
import { IDEMPOTENCY_DAYS } from './idempotency.ts';

const CLEAN_EVERY_MS = 3_600_000;

const DELETE_EXPIRED = statement(
  'idempotency-delete-expired',
  `delete from idempotency_key where created_at < now() - make_interval(days => ${IDEMPOTENCY_DAYS})`,
);

/** Deletes expired keys every hour. */
@Injectable()
export class IdempotencyCleaning implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #log = new Logger(IdempotencyCleaning.name);
  readonly #database: Database;
  #cleaning: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  onApplicationBootstrap(): void {
    this.#cleaning = setInterval(() => void this.clean(), CLEAN_EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#cleaning);
  }

  async clean(): Promise<void> {
    try {
      await this.#database.execute(DELETE_EXPIRED);
    } catch (error) {
      this.#log.warn(`Expired idempotency keys could not be deleted: ${(error as Error).message}`);
    }
  }
}

@Module({ providers: [IdempotencyCleaning] })
export class IdempotencyModule {}
