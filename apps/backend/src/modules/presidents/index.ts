import { Module } from '@nestjs/common';
import { PresidentCommands } from './president-commands.ts';
import { PresidentQueries } from './president-queries.ts';
import { PresidentCommandsController, PresidentsController } from './presidents.controller.ts';

@Module({
  controllers: [PresidentsController, PresidentCommandsController],
  providers: [PresidentQueries, PresidentCommands],
  exports: [PresidentQueries],
})
export class PresidentsHttpModule {}

export { createPresident } from './president-commands.ts';
export { PRESIDENT_COLUMNS, PresidentQueries, findPresident } from './president-queries.ts';
