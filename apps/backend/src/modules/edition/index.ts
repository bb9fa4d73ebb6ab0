import { Module } from '@nestjs/common';
import { EditionContents } from './contents.ts';
import { EditionController } from './edition.controller.ts';
import { Editions } from './editions.ts';
import { EditionPublisher } from './publisher.ts';

@Module({ controllers: [EditionController], providers: [Editions, EditionContents] })
export class EditionHttpModule {}

/** Publishes editions in the worker. */
@Module({ providers: [Editions, EditionContents, EditionPublisher] })
export class EditionWorkerModule {}
