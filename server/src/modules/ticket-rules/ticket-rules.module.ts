import type { Module } from '../../parts.ts';
import { finish } from '../tickets/tickets.service.ts';
import { ticketRuleJobs } from './ticket-rules.jobs.ts';

export const ticketRulesModule = {
  jobs: ({ db }) => ticketRuleJobs({ db, closeTicket: finish }),
} satisfies Module;
