import type { TicketView } from '@balcao/shared/features/tickets/calls.ts';
import type { Tx } from '../../platform/db/client.ts';
import { presentTicket, type TicketRecord, ticketColumns } from './ticket-rows.presenter.ts';

/** A ticket with the names around it, as `ticketViewColumns` selects it. */
export interface TicketViewRecord extends TicketRecord {
  userName: string | null;
  queueName: string | null;
  queueColor: string | null;
  whatsappName: string | null;
  contactName: string;
  contactNumber: string;
  contactEmail: string;
  contactPicture: string | null;
  useIntegration: boolean;
  promptId: number | null;
  integrationId: number | null;
  /** Null: none. */
  tags: TicketView['tags'] | null;
}

/**
 * Goes with `from tickets t ${ticketRelations(tx)}`. Most tickets have no tag, and to see that costs less than to gather
 * none.
 */
export const ticketViewColumns = (tx: Tx) => {
  const isOfTicket = tx`k.company_id = t.company_id and k.ticket_id = t.id`;
  return tx`
  ${ticketColumns(tx)}, u.name as user_name, q.name as queue_name, q.color as queue_color, w.name as whatsapp_name,
  c.name as contact_name, c.number as contact_number, c.email as contact_email, c.profile_pic_url as contact_picture,
  t.use_integration, t.prompt_id, t.integration_id,
  case when exists (select from ticket_tags k where ${isOfTicket}) then (
    select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'color', g.color, 'kanban', g.kanban,
      'kanbanOrder', g.kanban_order) order by g.id)
    from ticket_tags k join tags g on g.company_id = k.company_id and g.id = k.tag_id where ${isOfTicket}) end as tags`;
};

export const ticketRelations = (tx: Tx) => tx`
  join contacts c on c.company_id = t.company_id and c.id = t.contact_id
  join connections w on w.company_id = t.company_id and w.id = t.connection_id
  left join queues q on q.company_id = t.company_id and q.id = t.queue_id
  left join users u on u.company_id = t.company_id and u.id = t.user_id`;

export function presentTicketView(row: TicketViewRecord): TicketView {
  const tags = row.tags ?? [];
  return {
    ...presentTicket(
      row,
      tags.map(({ id }) => id),
    ),
    user: named(row.userId, row.userName),
    queue:
      row.queueId !== null && row.queueName !== null
        ? { id: row.queueId, name: row.queueName, color: row.queueColor ?? '' }
        : null,
    whatsapp: named(row.whatsappId, row.whatsappName),
    contact: {
      id: row.contactId,
      name: row.contactName,
      number: row.contactNumber,
      email: row.contactEmail,
      profilePicUrl: row.contactPicture,
    },
    tags,
    useIntegration: row.useIntegration,
    promptId: row.promptId,
    integrationId: row.integrationId,
  };
}

function named(id: number | null, name: string | null): { id: number; name: string } | null {
  return id === null || name === null ? null : { id, name };
}
