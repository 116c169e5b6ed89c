import type { ContactListItemView } from '@balcao/shared/features/contact-lists/items.ts';
import type { Bus } from '../../platform/bus.ts';
import type { ItemRecord } from './list-items.repo.ts';
import { presentItem } from './list-items.service.ts';

/**
 * What programs hear of the people of lists. They are too many for the feed, so it is told in passing: whoever does not
 * listen in that moment reads the list.
 */
const TOPIC = 'contact-list-item';

export interface ItemNews {
  companyId: number;
  action: 'create' | 'update' | 'delete';
  /** `{ id }` of one that is gone. */
  record: ContactListItemView | { id: number };
}

export const tell = (bus: Bus, news: ItemNews): void => bus.send(TOPIC, news);

export const tellItem = (bus: Bus, action: ItemNews['action'], item: ItemRecord): void =>
  tell(bus, { companyId: item.companyId, action, record: presentItem(item) });

/** For one who listens, of their company. @returns how to stop */
export function hearItems(bus: Bus, companyId: number, hear: (news: ItemNews) => void): () => void {
  return bus.on(TOPIC, (data) => {
    const news = data as ItemNews;
    if (news.companyId === companyId) hear(news);
  });
}
