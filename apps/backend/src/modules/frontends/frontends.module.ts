import { Module } from '@nestjs/common';
import { FrontEnds } from './front-ends.ts';
import { FrontendsController } from './frontends.controller.ts';
import { PagesController } from './pages.controller.ts';
import { FrontEndRegistry } from './registry.ts';
import { ShellPage } from './shell-page.ts';

@Module({ controllers: [FrontendsController, PagesController], providers: [FrontEnds, FrontEndRegistry, ShellPage] })
export class FrontendsHttpModule {}
