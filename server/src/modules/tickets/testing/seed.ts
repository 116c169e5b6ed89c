import { moduleSeed } from '../../../../test/module-seed.ts';

export const seed = moduleSeed({
  ids: { ticketId: 'number', uuid: 'uuid' },
  async seed({ admin, ticket, text }) {
    await admin`update tickets set last_message = ${text} where id = ${ticket.id}`;
    return { ticketId: ticket.id, uuid: ticket.uuid };
  },
});
