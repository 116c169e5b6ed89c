import { v7 as uuidv7 } from 'uuid';
import type { ChatAddress, InboundContent } from '../../../server/src/channels/channel.ts';
import { changeTicket } from '../../../server/src/sync/testing/data.ts';
import { phone } from '../live/channel.ts';
import type { Scene } from './scene.ts';

/** A customer who has written once. */
export interface Customer {
  chat: ChatAddress;
  ticketId: number;
  contactId: number;
  /** The id of the first message. */
  waId: string;
}

/** A scene, and who and what may be there before a change. */
export interface World extends ReturnType<typeof customersOf> {
  scene: Scene;
}
export const worldOf = (scene: Scene): World => ({ scene, ...customersOf(scene) });

/** Who and what may be there before a change. */
export function customersOf(scene: Scene) {
  let customers = 0;
  /** A customer who has written once and has no answer yet. */
  async function customer(): Promise<Customer> {
    customers += 1;
    const number = `55119${String(80_000_000 + customers)}`;
    const chat = phone(number);
    const waId = await scene.channel.receive(chat, 'bom dia', { authorName: `Cliente ${customers}` });
    const [ticket] = await scene.server.admin`
      select t.id, t.contact_id from tickets t join contacts c on c.id = t.contact_id where c.number = ${number}`;
    return { chat, waId, ticketId: Number(ticket?.id), contactId: Number(ticket?.contact_id) };
  }
  /** A customer whom Ana is serving. */
  async function served(): Promise<Customer> {
    const made = await customer();
    await changeTicket(scene.server.db, scene.company, made.ticketId, {
      status: 'open',
      userId: scene.company.ana.id,
    });
    return made;
  }
  async function closed(): Promise<Customer> {
    const made = await served();
    await scene.run(
      (tx) => tx`update tickets set status = 'closed', unread_messages = 0, closed_at = now()
      where id = ${made.ticketId}`,
    );
    return made;
  }
  /** Sent by Ana and accepted by WhatsApp under the returned id. */
  async function answered(made: Customer): Promise<{ id: string; waId: string }> {
    const id = uuidv7();
    const waId = `WA-${id}`;
    await scene.run(
      (
        tx,
      ) => tx`insert into messages (company_id, id, ticket_id, contact_id, connection_id, user_id, from_me, body, state,
          ack, read, wa_id, created_at)
        values (${scene.company.companyId}, ${id}, ${made.ticketId}, ${made.contactId}, ${scene.company.connectionId},
          ${scene.company.ana.id}, true, 'pois não', 'sent', 2, true, ${waId}, now())`,
    );
    return { id, waId };
  }

  /** A schedule of Ana's, for a customer whom she is serving. */
  async function planned() {
    const [{ contactId }, id] = [await served(), uuidv7()];
    await scene.run(
      (tx) => tx`insert into schedules (company_id, id, contact_id, user_id, body, send_at, due_at)
        values (${scene.company.companyId}, ${id}, ${contactId}, ${scene.company.ana.id}, 'Até logo!', '2040-01-01', '2040-01-01')`,
    );
    return { id, contactId };
  }

  async function tag(name: string, kanban = 0): Promise<number> {
    const [row] = await scene.sql(
      (tx) => tx<{ id: number }[]>`insert into tags (company_id, name, color, kanban)
        values (${scene.company.companyId}, ${name}, '#2f9e44', ${kanban}) returning id`,
    );
    return row?.id ?? 0;
  }

  return { customer, served, closed, answered, planned, tag };
}

export const textTo = ({ ticketId }: Customer, body: string) => ({
  id: uuidv7(),
  ticketId,
  body,
  mediaId: null,
  quotedMsgId: null,
});

export const image = (): InboundContent => ({
  kind: 'image',
  text: 'veja',
  mime: 'image/png',
  fileName: '',
  size: 3,
  sha256: null,
  width: 1,
  height: 1,
  seconds: null,
  voice: false,
  waveform: null,
  source: new Uint8Array(8),
});
