import { pinTicket } from '@balcao/shared/features/tickets/calls.ts';
import type { FastifyInstance } from 'fastify';
import { register } from '../../platform/http/route.ts';
import { setPinned } from './ticket-pins.service.ts';

export function ticketPinRoutes(app: FastifyInstance): void {
  register(app, pinTicket, ({ params: { ticketId }, body }, { tx, actor }) =>
    setPinned(tx, actor, ticketId, body.pinned),
  );
}
