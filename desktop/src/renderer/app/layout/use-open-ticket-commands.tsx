import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { displayName } from '@balcao/shared/domain/phone-format.ts';
import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { mayDo } from '../../features/ticket-list/acts/ticket-acts.ts';
import { TICKET_ICONS } from '../../features/ticket-list/acts/ticket-menu.tsx';
import { useTicketCommands } from '../../features/ticket-list/acts/use-ticket-commands.ts';
import { useOpenUuid } from '../../features/ticket-list/rows/use-open-uuid.ts';
import { useBridgeQuery } from '../../kit/bridge-query.ts';
import { useTexts } from '../../kit/use-texts.ts';

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
  if (uuid === null || !ticket) return [];
  return [
    {
      group: t('tickets:conversation', { name: displayName(ticket.contact) }),
      actions: ACTS.filter((act) => mayDo(act, ticket, user)).map((act) => {
        const ActIcon = TICKET_ICONS[act];
        return {
          id: `open-${act}`,
          label: t(`tickets:actions.${act}`),
          leftSection: <ActIcon size={18} stroke={1.6} aria-hidden />,
          onClick: () => run(act, ticket),
        };
      }),
    },
  ];
}
