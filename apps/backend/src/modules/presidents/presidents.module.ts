import { Module } from '@nestjs/common';
import { PresidentQueries } from './president-queries.ts';
import { PresidentCommands } from './president-commands.ts';
import { PresidentCommandsController } from './president-commands.controller.ts';
import { PresidentsController } from './presidents.controller.ts';

@Module({
  controllers: [PresidentsController, PresidentCommandsController],
  providers: [PresidentQueries, PresidentCommands],
  exports: [PresidentQueries],
})
export class PresidentsHttpModule {}
