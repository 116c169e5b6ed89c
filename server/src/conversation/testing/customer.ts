import { newNumber, type PhoneCompany } from '../../../test/phone-company.ts';
import type { LocalWorld } from '../../../test/world.ts';

export const base64 = (text: string) => Buffer.from(text).toString('base64');
export const OGG = Buffer.concat([
  Buffer.from('OggS'),
  Buffer.alloc(24),
  Buffer.from('OpusHead'),
  Buffer.alloc(40),
]);
export const MP4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(60)]);
export const VCARD = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ana Souza\nTEL;type=CELL:+55 11 91234-5678\nEND:VCARD';

interface MessageRow {
  waId: string;
  body: string;
  mediaType: string;
  fromMe: boolean;
  state: string | null;
  mime: string | null;
  path: string | null;
}

/** A customer with a phone, what they write to the company, and what is stored of it. */
export async function addCustomer(
  world: LocalWorld,
  company: PhoneCompany,
  name: string,
  options: { addressing?: 'lid' | 'pn' },
) {
  const number = newNumber();
  const { commands } = world.sandbox;
  await commands.createPhone({ number, name, ...options });
  type Message = Parameters<typeof commands.send>[0];
  type Content = Message extends infer M ? (M extends Message ? Omit<M, 'from' | 'to'> : never) : never;
  return {
    number,
    account: world.sandbox.world.numbered(number),
    write: async (content: Content) =>
      (await commands.send({ ...content, from: number, to: company.phone } as Message)).id,
    messages: () => world.database.admin<MessageRow[]>`
      select m.wa_id as "waId", m.body, m.media_type as "mediaType", m.from_me as "fromMe", f.state, f.mime,
        f.path
      from messages m join contacts c on c.company_id = m.company_id and c.id = m.contact_id
      left join media f on f.company_id = m.company_id and f.id = m.media_id
      where c.number = ${number} and m.state <> 'local' order by m.created_at, m.id`,
    tickets: () => world.database.admin`
      select t.id, t.status, t.queue_id::int as queue, t.unread_messages as unread, t.last_message as last
      from tickets t join contacts c on c.company_id = t.company_id and c.id = t.contact_id
      where c.number = ${number} order by t.id`,
  };
}
