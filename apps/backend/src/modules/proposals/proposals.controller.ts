import { allows, proposalOperations } from '@archive/contracts';
import { Controller, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Contract, type OperationInput } from '../../common/index.ts';
import { identityOf } from '../auth/index.ts';
import { Proposals } from './proposals.ts';

@Controller()
export class ProposalsController {
  constructor(private readonly proposals: Proposals) {}

  @Contract(proposalOperations.list)
  list({ query }: OperationInput<typeof proposalOperations.list>, @Req() request: FastifyRequest) {
    return this.proposals.list(readerOf(request), query);
  }

  @Contract(proposalOperations.own)
  own({ params }: OperationInput<typeof proposalOperations.own>, @Req() request: FastifyRequest) {
    return this.proposals.own(params.kind, params.slug, identityOf(request).accountId);
  }

  @Contract(proposalOperations.get)
  get({ params }: OperationInput<typeof proposalOperations.get>, @Req() request: FastifyRequest) {
    return this.proposals.get(params.proposal_id, readerOf(request));
  }

  @Contract(proposalOperations.withdraw)
  withdraw({ params }: OperationInput<typeof proposalOperations.withdraw>, @Req() request: FastifyRequest) {
    return this.proposals.withdraw(params.proposal_id, identityOf(request).accountId);
  }

  @Contract(proposalOperations.decide)
  decide({ params, body }: OperationInput<typeof proposalOperations.decide>, @Req() request: FastifyRequest) {
    return this.proposals.decide(params.proposal_id, body, { ...readerOf(request), name: identityOf(request).name });
  }
}

function readerOf(request: FastifyRequest) {
  const { role, accountId } = identityOf(request);
  return { all: allows(role, 'curator'), accountId };
}
