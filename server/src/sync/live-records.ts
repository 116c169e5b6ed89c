import type { QueueView } from '@balcao/shared/api/queues.ts';
import type { MessageRow } from '@balcao/shared/model/message.ts';
import type { ScheduleRow } from '@balcao/shared/model/schedule.ts';
import type { Scoped } from '@balcao/shared/permissions.ts';
import type { EntityName, Row } from '@balcao/shared/sync/entities.ts';
import { loadContactViews } from '../modules/contacts/contacts.sync.ts';
import type { MediaLinks } from '../modules/media/media.links.ts';
import { presentMessageView } from '../modules/messages/messages.presenter.ts';
import { loadMessageContacts } from '../modules/messages/messages.sync.ts';
import * as queues from '../modules/queues/queues.repo.ts';
import { showQueue } from '../modules/queues/queues.sync.ts';
import * as quickMessages from '../modules/quick-messages/quick-messages.repo.ts';
import { withAttachedFile } from '../modules/schedules/schedules.sync.ts';
import * as tags from '../modules/tags/tags.repo.ts';
import { presentTicketView } from '../modules/ticket-list/ticket-list.presenter.ts';
import { loadViews } from '../modules/ticket-list/ticket-views.repo.ts';
import type { Tx } from '../platform/db/client.ts';
import { entryOf, type Loaded } from './load.ts';
import { shown } from './registry.ts';
import type { View } from './view.ts';

/** Gives messages the address of their file, as REST does. */
export type LiveLinks = Pick<MediaLinks, 'of'>;

/** An event's record as this person, who sees the row, gets it by REST. */
export type RecordFor = (entity: EntityName, found: Scoped<Row<EntityName>>, view: View) => object;

/** Of what REST answers with more than consoles store. */
const VIEWS: {
  [E in EntityName]?: (tx: Tx, companyId: number, ids: readonly string[]) => Promise<{ id: number }[]>;
} = {
  ticket: async (tx, companyId, ids) => (await loadViews(tx, companyId, ids)).map(presentTicketView),
  contact: loadContactViews,
  queue: queues.loadViews,
  tag: tags.loadViews,
  quickMessage: quickMessages.loadViews,
};

export async function loadRecords(
  tx: Tx,
  companyId: number,
  { rows }: Loaded,
  links: LiveLinks,
): Promise<RecordFor> {
  const views = new Map<EntityName, Map<string, object>>();
  const messages = [...(rows.get('message')?.values() ?? [])].map(({ row }) => row as MessageRow);
  const [contacts] = await Promise.all([
    loadMessageContacts(tx, companyId, new Set(messages.map(({ contactId }) => contactId))),
    ...[...rows].map(async ([entity, found]) => {
      if (found.size === 0) return;
      const records = await VIEWS[entity]?.(tx, companyId, [...found.keys()]);
      for (const record of records ?? [])
        entryOf(views, entity, () => new Map()).set(String(record.id), record);
    }),
  ]);
  return (entity, found, view) => {
    const row = shown(entity, found, view);
    const record = views.get(entity)?.get(String(row.id)) ?? row;
    switch (entity) {
      case 'message':
        return presentMessageView(
          row as MessageRow,
          contacts,
          links.of(companyId, (row as MessageRow).media),
        );
      case 'schedule':
        return withAttachedFile(row as ScheduleRow);
      case 'queue':
        return showQueue(record as QueueView, view.actor);
      default:
        return record;
    }
  };
}
