import type { Person } from '@balcao/shared/contract/roles.ts';
import { rowFor, type Scoped, sightOf } from '@balcao/shared/permissions.ts';
import type { EntityName, Row } from '@balcao/shared/sync/entities.ts';
import { announcementEntity } from '../modules/announcements/announcements.sync.ts';
import { campaignEntity } from '../modules/campaigns/campaigns.sync.ts';
import { chatEntity, chatMessageEntity } from '../modules/chats/chats.sync.ts';
import { connectionEntity } from '../modules/connections/connections.sync.ts';
import { contactListEntity } from '../modules/contact-lists/contact-lists.sync.ts';
import { contactEntity } from '../modules/contacts/contacts.sync.ts';
import { fileListEntity } from '../modules/file-lists/file-lists.sync.ts';
import { invoiceEntity } from '../modules/invoices/invoices.sync.ts';
import { mentionEntity } from '../modules/mentions/mentions.sync.ts';
import { messageEntity } from '../modules/messages/messages.sync.ts';
import { promptEntity } from '../modules/prompts/prompts.sync.ts';
import { queueIntegrationEntity } from '../modules/queue-integrations/queue-integrations.sync.ts';
import { queueEntity } from '../modules/queues/queues.sync.ts';
import { quickMessageEntity } from '../modules/quick-messages/quick-messages.sync.ts';
import { scheduleEntity } from '../modules/schedules/schedules.sync.ts';
import { settingEntity } from '../modules/settings/settings.sync.ts';
import { tagEntity } from '../modules/tags/tags.sync.ts';
import { ticketEntity } from '../modules/ticket-list/ticket-list.sync.ts';
import { pinEntity } from '../modules/ticket-pins/ticket-pins.sync.ts';
import { userEntity } from '../modules/users/users.sync.ts';
import { webhookEntity } from '../modules/webhooks/webhooks.sync.ts';
import type { Tx } from '../platform/db/client.ts';
import type { SyncedEntity } from './synced-entity.ts';
import type { View } from './view.ts';

/** What the modules say of their entities. One that is missing does not compile. */
export const REGISTRY: { [E in EntityName]: SyncedEntity<E> } = {
  user: userEntity,
  queue: queueEntity,
  tag: tagEntity,
  quickMessage: quickMessageEntity,
  schedule: scheduleEntity,
  connection: connectionEntity,
  setting: settingEntity,
  contact: contactEntity,
  ticket: ticketEntity,
  pin: pinEntity,
  message: messageEntity,
  mention: mentionEntity,
  prompt: promptEntity,
  queueIntegration: queueIntegrationEntity,
  fileList: fileListEntity,
  contactList: contactListEntity,
  campaign: campaignEntity,
  announcement: announcementEntity,
  chat: chatEntity,
  chatMessage: chatMessageEntity,
  invoice: invoiceEntity,
  webhook: webhookEntity,
};

/** A row as this actor, who sees it, is shown it. */
export function shown<E extends EntityName>(
  entity: E,
  found: Scoped<Row<E>>,
  { actor, sees }: Pick<View, 'actor' | 'sees'>,
): Row<E> {
  const { show }: SyncedEntity<E> = REGISTRY[entity];
  const row = rowFor(found, sees);
  return show ? show(row, actor) : row;
}

/** The rows among `ids` that the actor may see in this snapshot. */
export async function loadVisible<E extends EntityName>(
  tx: Tx,
  actor: Person,
  entity: E,
  ids: readonly string[],
): Promise<Row<E>[]> {
  const { load }: SyncedEntity<E> = REGISTRY[entity];
  const sees = sightOf(actor);
  const found = await load(tx, actor.companyId, ids);
  return found.filter(({ scopes }) => sees(scopes)).map((row) => shown(entity, row, { actor, sees }));
}
