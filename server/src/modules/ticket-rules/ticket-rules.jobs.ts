import type { Database } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/job.ts';
import { type CloseTicket, closings, redirections } from './connection-rules.service.ts';
import { ratingWaits } from './ratings.service.ts';
import { unseenTickets } from './unseen-tickets.service.ts';

/** What happens to tickets because nothing else did. */
export const ticketRuleJobs = (deps: { db: Database; closeTicket: CloseTicket }): Job[] => [
  ratingWaits(deps),
  redirections(deps),
  closings(deps),
  unseenTickets(deps),
];
