import { Injectable, Logger, Module, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../database/index.ts';
import { IDEMPOTENCY_DAYS } from './idempotency.ts';

const CLEAN_EVERY_MS = 3_600_000;

/** Forgets keys whose day is over. */
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
      await this.#database.change(
        'idempotency-clean',
        `delete from idempotency_key where created_at < now() - make_interval(days => ${IDEMPOTENCY_DAYS})`,
      );
    } catch (error) {
      this.#log.warn(`Keys of earlier requests stay a while longer: ${(error as Error).message}`);
    }
  }
}

@Module({ providers: [IdempotencyCleaning] })
export class IdempotencyModule {}
