import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { IconClockPause, IconLayoutList, IconRobot, IconTable } from '@tabler/icons-react';
import { useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import type { PaletteSourceProps } from '../../../../renderer/kit/feature.ts';
import { navigate } from '../../../../renderer/kit/navigate.ts';
import type { PaletteGroup } from '../../../../renderer/kit/palette-groups.ts';
import { useTicketsView } from '../../../../renderer/kit/tickets-view.ts';
import { useOpenUuid } from '../../../../renderer/kit/use-open-uuid.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useTicketTable } from '../../../../renderer/kit/use-ticket-table.ts';
import { useListView } from '../use-list-view.ts';
import { useViewCommands } from '../views/use-view-commands.tsx';
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
  'document',
] as const;
const LIST_ICONS = { chatbot: IconRobot, snoozed: IconClockPause };

/** What can be done with the conversation that is open, the lists that have no tab of their own, and the table of a list. */
export function TicketCommands({ user, children }: PaletteSourceProps) {
  return children([...useOpenTicketCommands(user), useListCommands(user), useViewCommands()]);
}

function useOpenTicketCommands(user: SessionUser): PaletteGroup[] {
  const { t } = useTexts();
  const { run } = useTicketCommands(user);
  const uuid = useOpenUuid();
  const { data: ticket } = useBridgeQuery('tickets.get', { uuid: uuid ?? '' }, { enabled: uuid !== null });
  if (uuid === null || !ticket) return [];
  const actions = ACTS.filter((act) => mayDo(act, ticket, user)).map((act) => {
    const ActIcon = TICKET_ICONS[act];
    return {
      id: `open-${act}`,
      label: t(`tickets:actions.${act}`),
      leftSection: <ActIcon size={18} stroke={1.6} aria-hidden />,
      onClick: () => run(act, ticket),
    };
  });
  return [
    { place: 'open', heading: t('tickets:conversation', { name: displayName(ticket.contact) }), actions },
  ];
}

function useListCommands(user: SessionUser): PaletteGroup {
  const { t } = useTexts();
  const layout = useLayoutCommand(user);
  const show = useTicketsView((view) => view.show);
  const actions = (['chatbot', 'snoozed'] as const).map((list) => {
    const ListIcon = LIST_ICONS[list];
    return {
      id: list,
      label: t(`tickets:tabs.${list}`),
      leftSection: <ListIcon size={18} stroke={1.6} aria-hidden />,
      onClick: () => {
        navigate('/tickets');
        show(list);
      },
    };
  });
  return { place: 'actions', heading: t('layout:palette.actions'), actions: [...actions, ...layout] };
}

function useLayoutCommand(user: SessionUser): PaletteGroup['actions'] {
  const { t } = useTexts();
  const { isPossible, isShown } = useTicketTable(user);
  const { setLayout } = useListView();
  if (!isPossible) return [];
  const LayoutIcon = isShown ? IconLayoutList : IconTable;
  return [
    {
      id: 'layout',
      label: t(`tickets:table.${isShown ? 'hide' : 'show'}`),
      leftSection: <LayoutIcon size={18} stroke={1.6} aria-hidden />,
      onClick: () => {
        navigate('/tickets');
        setLayout(isShown ? 'rows' : 'table');
      },
    },
  ];
}
