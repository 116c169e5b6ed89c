import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import type { SpotlightActionData, SpotlightActionGroupData } from '@mantine/spotlight';
import { IconLink, IconMessages } from '@tabler/icons-react';
import { ChannelIcon } from '../../../../renderer/components/channel-icon.tsx';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useLinkContact } from '../../../../renderer/kit/link-contact-store.ts';
import { useOpenUuid } from '../../../../renderer/kit/use-open-uuid.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useWholePersonStore } from '../../../../renderer/kit/whole-person.ts';
import { useReplyBy, useReplyWays } from '../../../contacts/screen/use-reply-ways.ts';
import { mayDo } from './ticket-acts.ts';
import { TICKET_ICONS } from './ticket-menu.tsx';
import { useTicketCommands } from './use-ticket-commands.ts';

const ACTS = [
  'tags',
  'assign',
  'queue',
  'startBot',
  'silenceBot',
  'snooze',
  'resume',
  'pin',
  'unpin',
  'markUnread',
  'remember',
  'share',
] as const;

/** What the palette offers for the conversation that is open. */
export function useOpenTicketCommands(user: SessionUser): SpotlightActionGroupData[] {
  const { t } = useTexts();
  const { run } = useTicketCommands(user);
  const uuid = useOpenUuid();
  const { data: ticket } = useBridgeQuery('tickets.get', { uuid: uuid ?? '' }, { enabled: uuid !== null });
  const channels = useChannelCommands(ticket);
  if (uuid === null || !ticket) return [];
  return [
    {
      group: t('tickets:conversation', { name: displayName(ticket.contact) }),
      actions: [
        ...ACTS.filter((act) => mayDo(act, ticket, user)).map((act) => {
          const ActIcon = TICKET_ICONS[act];
          return {
            id: `open-${act}`,
            label: t(`tickets:actions.${act}`),
            leftSection: <ActIcon size={18} stroke={1.6} aria-hidden />,
            onClick: () => run(act, ticket),
          };
        }),
        ...channels,
      ],
    },
  ];
}

/** The other channels of the person: to be answered by one, to be read with it, and to be told of another. */
function useChannelCommands(ticket: TicketItem | undefined): SpotlightActionData[] {
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
