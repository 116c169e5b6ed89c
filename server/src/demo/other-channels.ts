import type { Actor } from '@balcao/shared/contract/roles.ts';
import { phoneKey } from '@balcao/shared/phone/digits.ts';
import { v7 as uuidv7 } from 'uuid';
import * as connections from '../modules/connections/connections.service.ts';
import { link } from '../modules/contacts/contact-links.service.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertInto } from '../platform/db/rows.ts';
import { CAST } from './cast.ts';
import type { Shop } from './enacted.ts';
import { HEITOR, OFFICIAL } from './official-number.ts';
import type { Outside } from './responders.ts';

/** Opens the bot that the stand-in of Telegram plays, and nobody's real one. */
const BOT_TOKEN = '7000000002:AAH-played-for-the-demo-shop-01234567';
const MARIA_ON_TELEGRAM = '990000002';
/** Opens the channel that the stand-in of NotificaMe Hub plays. */
const INSTAGRAM = {
  hubToken: 'hub-account-played-for-the-demo-shop',
  channelId: '6f1c1a4e-0002-4000-8000-000000000002',
  channel: 'instagram' as const,
};
const DAY_MS = 24 * 60 * 60_000;

/** Maria, who writes on WhatsApp this morning, once asked the shop's bot on Telegram: a person has linked both. */
export async function openTelegram(
  tx: Tx,
  actor: Actor,
  { companyId, people, queues, now }: Shop,
  { secrets }: Outside,
  contactIds: Map<string, number>,
): Promise<void> {
  const bot = {
    name: 'Telegram da loja',
    kind: 'telegram' as const,
    credentials: { botToken: BOT_TOKEN },
    queueIds: [queues.sales],
  };
  const { row } = await connections.create(tx, actor, bot, secrets);
  const contactId = await insertInto(tx, 'contacts', { companyId, name: 'Maria S.' });
  const identity = { companyId, kind: 'telegram', value: MARIA_ON_TELEGRAM, contactId };
  await tx`insert into contact_identities ${tx(identity)}`;
  const place = { companyId, contactId, connectionId: row.id };
  await tell(tx, place, { people, queues, now }, 'Obrigada! Passo na loja no sábado.', 9);
  const otherId = contactIds.get(CAST.maria.number);
  if (otherId) await link(tx, actor, { contactId, otherId, personId: uuidv7() });
}

/** Heitor asked the shop's official number a while ago: only a template reaches him now. */
export async function openOfficialNumber(
  tx: Tx,
  actor: Actor,
  { companyId, people, queues, now }: Shop,
  { secrets }: Outside,
): Promise<void> {
  const { row } = await connections.create(
    tx,
    actor,
    { ...OFFICIAL, kind: 'whatsapp_cloud', queueIds: [queues.sales] },
    secrets,
  );
  const contactId = await insertInto(tx, 'contacts', { companyId, ...HEITOR });
  const value = phoneKey(HEITOR.number);
  await tx`insert into contact_identities ${tx({ companyId, kind: 'phone', value, contactId })}`;
  const place = { companyId, contactId, connectionId: row.id };
  await tell(tx, place, { people, queues, now }, 'Combinado, me avise quando o pedido sair.', 3);
}

/** The last word of a conversation that is over. */
async function tell(
  tx: Tx,
  place: { companyId: number; contactId: number; connectionId: number },
  { people, queues, now }: Pick<Shop, 'people' | 'queues' | 'now'>,
  words: string,
  daysAgo: number,
): Promise<void> {
  const at = new Date(now.getTime() - daysAgo * DAY_MS);
  const ticketId = await insertInto(tx, 'tickets', {
    ...place,
    status: 'closed',
    queueId: queues.sales,
    userId: people.ana,
    lastMessage: words,
    lastMessageAt: at,
    customerWroteAt: at,
    createdAt: at,
    updatedAt: at,
    closedAt: at,
  });
  const message = {
    ...place,
    ticketId,
    id: uuidv7({ msecs: at.getTime() }),
    fromMe: false,
    body: words,
    state: 'received',
  };
  await tx`insert into messages ${tx({ ...message, read: true, createdAt: at })}`;
}

/** Customers on Instagram are told of by calls to this server. */
export async function openInstagram(
  tx: Tx,
  actor: Actor,
  { queues }: Shop,
  { secrets }: Outside,
): Promise<void> {
  const instagram = {
    name: 'Instagram da loja',
    kind: 'hub' as const,
    credentials: INSTAGRAM,
    queueIds: [queues.sales],
  };
  await connections.create(tx, actor, instagram, secrets);
}
