import { Module } from '@nestjs/common';
import { FrontEnds } from './front-ends.ts';
import { FrontendsController } from './frontends.controller.ts';
import { Page } from './page.ts';
import { PagesController } from './pages.controller.ts';
import { FrontEndRegistry } from './registry.ts';

@Module({ controllers: [FrontendsController, PagesController], providers: [FrontEnds, FrontEndRegistry, Page] })
export class FrontendsHttpModule {}
