import type { Module } from '../../parts.ts';
import { finish } from '../tickets/tickets.service.ts';
import { ticketRuleJobs } from './ticket-rules.jobs.ts';

export const ticketRulesModule: Module = {
  jobs: ({ db }) => ticketRuleJobs({ db, closeTicket: finish }),
};
