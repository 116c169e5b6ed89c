import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { IconLink, IconMessages } from '@tabler/icons-react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { useLinkContact } from '../../../renderer/kit/link-contact-store.ts';
import type { PaletteGroup } from '../../../renderer/kit/palette-groups.ts';
import { useOpenUuid } from '../../../renderer/kit/use-open-uuid.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useWholePersonStore } from '../../../renderer/kit/whole-person.ts';
import { useReplyBy, useReplyWays } from './use-reply-ways.ts';

/** The other channels of the person: to be answered by one, to be read with it, and to be told of another. */
export function ChannelCommands({ children }: PaletteSourceProps) {
  const { t } = useTexts();
  const uuid = useOpenUuid();
  const { data } = useBridgeQuery('tickets.get', { uuid: uuid ?? '' }, { enabled: uuid !== null });
  const ticket = uuid === null ? undefined : data;
  const actions = useChannelActions(ticket ?? undefined);
  if (!ticket) return children([]);
  const heading = t('tickets:conversation', { name: displayName(ticket.contact) });
  return children([{ place: 'open', heading, isSeries: true, actions }]);
}

function useChannelActions(ticket: TicketItem | undefined): PaletteGroup['actions'] {
  const { t } = useTexts();
  const ways = useReplyWays(ticket);
  const replyBy = useReplyBy();
  const askLink = useLinkContact((dialog) => dialog.ask);
  const { uuids, show } = useWholePersonStore();
  if (!ticket || ticket.isGroup) return [];
  const { uuid, contactId } = ticket;
  return [
    ...ways.map((way) => ({
      id: `reply-${way.contactId}-${way.connection.id}`,
      label: `${t('contacts:replyBy')} ${way.connection.name} · ${way.name}`,
      leftSection: <ChannelIcon channel={way.connection.channel} />,
      onClick: () => void replyBy(way),
    })),
    ...(ways.some((way) => way.contactId !== contactId)
      ? [
          {
            id: 'open-whole-person',
            label: t(uuids.has(uuid) ? 'conversation:person.apart' : 'conversation:person.whole'),
            leftSection: <IconMessages size={18} stroke={1.6} aria-hidden />,
            onClick: () => show(uuid, !uuids.has(uuid)),
          },
        ]
      : []),
    {
      id: 'open-link-contact',
      label: t('contacts:link'),
      leftSection: <IconLink size={18} stroke={1.6} aria-hidden />,
      onClick: () => askLink(contactId),
    },
  ];
}
