import { randomBytes } from 'node:crypto';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { createCampaign } from '@balcao/shared/features/campaigns/calls.ts';
import { fillTemplate } from '@balcao/shared/features/campaigns/rules.ts';
import { ACK } from '@balcao/shared/features/messages/row.ts';
import { phoneKey } from '@balcao/shared/phone/digits.ts';
import { place as putInto } from '../conversation/campaign-placing.repo.ts';
import { markAnswered, optOut } from '../conversation/campaign-replies.repo.ts';
import * as campaigns from '../modules/campaigns/campaigns.service.ts';
import * as contactLists from '../modules/contact-lists/contact-lists.service.ts';
import * as contacts from '../modules/contacts/contacts.service.ts';
import type { Tx } from '../platform/db/client.ts';
import { insertAll } from '../platform/db/insert-all.ts';
import { insertInto } from '../platform/db/rows.ts';
import {
  type Answer,
  FORGOTTEN,
  LEFT_IN_PEACE,
  LISTS,
  momentsOf,
  NEXT_CAMPAIGN,
  outcomeOf,
  PAST_CAMPAIGN,
} from './campaign-story.ts';
import type { Customer } from './cast.ts';
import type { Shop } from './enacted.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

interface Past {
  /** How many minutes ago it began. */
  began: number;
  answers: readonly Answer[];
  /** The ids of contacts, by number. */
  contactIds: ReadonlyMap<string, number>;
}

/** A campaign that waits for its start, and one that is over, with what became of each of its people. */
export async function makeCampaigns(tx: Tx, actor: Actor, shop: Shop, past: Past): Promise<void> {
  const { connectionId: whatsappId, now } = shop;
  await writePast(tx, shop, await makeList(tx, actor, LISTS.shop), past);
  const left = past.contactIds.get(LEFT_IN_PEACE.number);
  if (left) await contacts.update(tx, actor, left, { optedOut: true }, now.toISOString());
  await forget(tx, actor, now);
  const contactListId = await makeList(tx, actor, LISTS.club);
  const next = createCampaign.body.parse({ ...NEXT_CAMPAIGN, contactListId, whatsappId });
  await campaigns.create(tx, actor, next, now);
}

async function makeList(tx: Tx, actor: Actor, list: (typeof LISTS)[keyof typeof LISTS]): Promise<number> {
  const { companyId } = actor;
  const { id } = await contactLists.create(tx, actor, { name: list.name, basis: list.basis });
  const unknown: readonly number[] = list.unknown;
  const people: readonly Customer[] = list.people;
  const entries = people.map(({ name, number, email = '' }, place) => ({
    companyId,
    contactListId: id,
    name,
    number: phoneKey(number),
    email,
    isWhatsappValid: !unknown.includes(place),
    whatsappNumber: unknown.includes(place) ? null : number,
    checkDue: false,
  }));
  await insertAll(tx, 'contact_list_items', entries);
  return id;
}

async function writePast(tx: Tx, shop: Shop, contactListId: number, past: Past): Promise<void> {
  const { companyId, connectionId, now } = shop;
  const start = now.getTime() - past.began * MINUTE_MS;
  const at = (minutes: number) => new Date(start + Math.round(minutes * MINUTE_MS));
  const texts = (some: readonly string[]) => Array.from({ length: 5 }, (_, place) => some[place] ?? '');
  const people = LISTS.shop.people.map((customer, place) => recipientOf(shop, customer, place, at));
  const lastAsked = momentsOf(people.length - 1).asked;
  const campaignId = await insertInto(tx, 'campaigns', {
    companyId,
    connectionId,
    contactListId,
    listBasis: LISTS.shop.basis,
    name: PAST_CAMPAIGN.name,
    status: 'FINALIZADA',
    confirmation: true,
    messages: texts(PAST_CAMPAIGN.messages),
    confirmationMessages: texts(PAST_CAMPAIGN.questions),
    isStale: false,
    scheduledAt: at(0),
    startedAt: at(0),
    // Whoever said nothing was left out a day after the question.
    completedAt: new Date(at(lastAsked).getTime() + DAY_MS),
    createdAt: at(-40),
    updatedAt: at(-40),
  });
  await insertAll(
    tx,
    'campaign_recipients',
    people.map(({ recipient }) => ({ ...recipient, campaignId })),
  );
  const made = await tx<{ id: number; number: string }[]>`
    select id, number from campaign_recipients where company_id = ${companyId} and campaign_id = ${campaignId}`;
  const ids = new Map(made.map(({ id, number }) => [number, id]));
  const own = (number: string) => ({ companyId, connectionId, recipientId: ids.get(number) ?? 0 });
  const sends = people.flatMap(({ recipient: { number }, said }) =>
    said.map((part) => ({ ...part, ...own(number) })),
  );
  await insertAll(tx, 'campaign_sends', sends);
  const heard = people.flatMap(({ recipient: { number }, replies }) =>
    replies.map((reply) => ({ ...reply, ...own(number) })),
  );
  await insertAll(tx, 'campaign_replies', heard);
  await leaveInPeace(tx, shop, past, ids, at);
  await showAnswers(tx, shop, past, ids);
}

/** Its row, what was said to it, and what it said. */
function recipientOf(
  { companyId, connectionId }: Shop,
  { name, number, email = '' }: Customer,
  place: number,
  at: (minutes: number) => Date,
) {
  const outcome = outcomeOf(place);
  const moments = momentsOf(place);
  const isTold = outcome !== 'noWhatsapp';
  const isSkipped = ['noWhatsapp', 'declined', 'optedOut', 'expired'].includes(outcome);
  const when = (happened: boolean, minutes: number) => (happened ? at(minutes) : null);
  const isRead = outcome === 'read';
  const isDelivered = isRead || outcome === 'delivered';
  const isSent = isDelivered || outcome === 'sent';
  const variant = 1 + (place % PAST_CAMPAIGN.messages.length);
  const fill = (text = '') => fillTemplate(text, { name, number, email }, []);
  const body = fill(PAST_CAMPAIGN.messages[variant - 1]);
  const question = fill(PAST_CAMPAIGN.questions[0]);
  const ticks = { deliveredAt: when(isDelivered, moments.delivered), readAt: when(isRead, moments.read) };
  const recipient = {
    companyId,
    name,
    number: phoneKey(number),
    whatsappNumber: number,
    variant: isTold ? variant : null,
    body: isTold ? body : null,
    confirmationBody: isTold ? question : null,
    state: isSkipped ? 'skipped' : outcome,
    reason: isSkipped ? outcome : outcome === 'failed' ? 'ERR_SENDING_WAPP_MSG' : null,
    connectionId: isTold ? connectionId : null,
    confirmationRequestedAt: when(isTold, moments.asked),
    confirmedAt: when(isSent || outcome === 'failed', moments.heard),
    sentAt: when(isSent, moments.sent),
    ...ticks,
  };
  const asked = at(moments.asked);
  const seen = { deliveredAt: at(moments.asked + 0.05), readAt: when(outcome !== 'expired', moments.heard) };
  const said = [
    ...(isTold ? [partOf(0, question, asked, seen)] : []),
    ...(isSent ? [partOf(1, body, at(moments.sent), ticks)] : []),
  ];
  const word =
    isSent || outcome === 'failed' ? 'Sim' : { declined: 'Não', optedOut: 'SAIR' }[outcome as string];
  const replies = word ? [{ waId: `3A${newId()}`, body: word, at: at(moments.heard) }] : [];
  return { recipient, said, replies };
}

interface Ticks {
  deliveredAt: Date | null;
  readAt: Date | null;
}

const partOf = (part: number, body: string, sentAt: Date, { deliveredAt, readAt }: Ticks) => ({
  part,
  waId: `3EB0${newId()}`,
  // Nothing of it is asked for again.
  payload: '\\x',
  body,
  mediaType: 'chat',
  state: 'sent',
  ack: readAt ? ACK.read : deliveredAt ? ACK.delivered : ACK.server,
  sentAt,
  deliveredAt,
  readAt,
});

const newId = () => randomBytes(9).toString('hex').toUpperCase();

async function leaveInPeace(
  tx: Tx,
  { companyId }: Shop,
  { contactIds }: Past,
  recipientIds: ReadonlyMap<string, number>,
  at: (minutes: number) => Date,
): Promise<void> {
  for (const [place, { number }] of LISTS.shop.people.entries()) {
    const contactId = contactIds.get(number);
    if (contactId && outcomeOf(place) === 'optedOut')
      await optOut(
        tx,
        companyId,
        contactId,
        recipientIds.get(phoneKey(number)) ?? 0,
        at(momentsOf(place).heard),
      );
  }
}

/** Of her contact nothing is left but that she wants no campaigns. */
async function forget(tx: Tx, actor: Actor, now: Date): Promise<void> {
  const { name, number } = FORGOTTEN;
  const checked = { number, lid: null, unchecked: false };
  const { id } = await contacts.create(tx, actor, { name, optedOut: true }, checked, now.toISOString());
  await contacts.remove(tx, actor, id);
}

/** Shows the answers in the conversations that they began. */
async function showAnswers(
  tx: Tx,
  { companyId, connectionId, now }: Shop,
  { answers, contactIds }: Past,
  recipientIds: ReadonlyMap<string, number>,
): Promise<void> {
  for (const { customer, lines } of answers) {
    const at = new Date(now.getTime() - (lines[0]?.ago ?? 0) * MINUTE_MS);
    const contactId = contactIds.get(customer.number) ?? 0;
    const recipientId = recipientIds.get(phoneKey(customer.number)) ?? 0;
    const [ticket] = await tx<{ id: number }[]>`
      select id from tickets
      where company_id = ${companyId} and contact_id = ${contactId} and created_at = ${at}`;
    if (!ticket) throw new Error('an answer to a campaign has begun no conversation');
    await putInto(tx, { companyId, connectionId, contactId, ticketId: ticket.id }, [recipientId]);
    await markAnswered(tx, companyId, ticket.id, [recipientId], at);
  }
}
