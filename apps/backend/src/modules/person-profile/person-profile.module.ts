import { Module } from '@nestjs/common';
import { PersonProfileController } from './person-profile.controller.ts';
import { PersonProfileQueries } from './person-profile-queries.ts';

@Module({ controllers: [PersonProfileController], providers: [PersonProfileQueries] })
export class PersonProfileHttpModule {}
