import type { Draft } from '@balcao/shared/features/composer/bridge.ts';
import { SCHEDULE } from '@balcao/shared/features/schedules/limits.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useScheduling } from '../../../renderer/kit/scheduling-store.ts';
import type { DraftKeeper } from './draft-keeper.ts';

/** Opens the form of a scheduled message with the draft's content. */
export function useScheduleDraft({ contactId, contact }: TicketItem, keeper: DraftKeeper): () => void {
  const { ask } = useScheduling();
  return () => {
    const { body, files } = keeper.current();
    const picture = scheduledPicture(files);
    ask({
      contact: { id: contactId, name: contact.name, number: contact.number },
      body: body || (picture?.caption ?? ''),
      file: picture,
      // It is not to be sent now as well; what was written since stays.
      onSaved: (mediaId) => {
        const now = keeper.current();
        keeper.change({
          body: now.body === body ? '' : now.body,
          files: now.files.filter((file) => file.mediaId !== mediaId),
        });
      },
    });
  };
}

/** A scheduled message has room for one. */
const scheduledPicture = (files: Draft['files']) =>
  files.length === 1
    ? (files.find(({ mime }) => SCHEDULE.files.some((type) => type === mime)) ?? null)
    : null;
