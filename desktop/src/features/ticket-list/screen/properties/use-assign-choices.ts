import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { listLoads } from '@balcao/shared/features/users/calls.ts';
import type { UserRow } from '@balcao/shared/features/users/row.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import type { TransferTarget } from '../../../../renderer/components/ticket/use-ticket-actions.ts';
import { useApiQuery } from '../../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { isAway } from '../../../../renderer/kit/use-away-until.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { commonQueue, otherAgents, seesQueue } from './agents.ts';
import type { Choices } from './choice-list.tsx';
import type { ChoiceGroup } from './choices.ts';

/** People with presence and load, those online first, then queues; or the queues alone. */
export function useAssignChoices(
  tickets: readonly TicketItem[],
  withPeople: boolean,
  onChoose: (to: TransferTarget) => void,
): Choices {
  const { t } = useTexts();
  const people = usePeople(tickets, withPeople);
  const queues = useQueues(tickets, withPeople ? t('tickets:filter.queueIds') : null);
  const [only, ...others] = tickets;
  const name = only ? displayName(only.contact) : '';
  const many = others.length > 0;
  const count = tickets.length;
  const title = withPeople
    ? many
      ? t('tickets:assigning.titleMany', { count })
      : t('tickets:assigning.title', { name })
    : many
      ? t('tickets:assigning.queueTitleMany', { count })
      : t('tickets:assigning.queueTitle', { name });
  return {
    title,
    placeholder: t(withPeople ? 'tickets:assigning.search' : 'tickets:assigning.searchQueue'),
    empty: t('common:noResults'),
    multiple: false,
    groups: [...people, queues],
    choose(key) {
      const [kind, id] = key.split('-');
      if (kind === 'user') onChoose({ userId: Number(id), queueId: null });
      else onChoose({ userId: null, queueId: Number(id) });
    },
  };
}

function usePeople(tickets: readonly TicketItem[], enabled: boolean): ChoiceGroup[] {
  const { t } = useTexts();
  const format = useFormat();
  const { data: users = [] } = useRows('user', { enabled });
  const { data: loads = [] } = useApiQuery(listLoads, {}, { enabled });
  if (!enabled) return [];
  const queueId = commonQueue(tickets);
  const sees = (user: UserRow) => queueId === null || seesQueue(user, queueId);
  const choice = (user: UserRow) => {
    const count = loads.find(({ userId }) => userId === user.id)?.openTickets ?? 0;
    const facts = [
      ...(isAway(user.awayUntil)
        ? [t('assignment:awayUntil', { when: format.moment(user.awayUntil ?? '') })]
        : []),
      ...(count > 0 ? [t('tickets:assigning.load', { count })] : []),
    ];
    return {
      key: `user-${user.id}`,
      label: user.name,
      online: user.online,
      disabled: !sees(user),
      ...(sees(user)
        ? facts.length > 0
          ? { detail: facts.join(' · ') }
          : {}
        : { detail: t('tickets:transfer.notInQueue') }),
    };
  };
  const agents = otherAgents(users, tickets).sort((a, b) => Number(sees(b)) - Number(sees(a)));
  return [
    { label: t('tickets:transfer.onlineGroup'), choices: agents.filter(({ online }) => online).map(choice) },
    {
      label: t('tickets:transfer.offlineGroup'),
      choices: agents.filter(({ online }) => !online).map(choice),
    },
  ];
}

/** The queue is left out in which an unassigned ticket waits already. */
function useQueues(tickets: readonly TicketItem[], label: string | null): ChoiceGroup {
  const { t } = useTexts();
  const { data: queues = [] } = useRows('queue');
  const { data: users = [] } = useRows('user');
  const waitsIn = (queueId: number) =>
    tickets.every((ticket) => ticket.userId === null && ticket.queueId === queueId);
  const online = (queueId: number) => users.filter((user) => user.online && seesQueue(user, queueId)).length;
  return {
    label,
    choices: queues
      .filter(({ id }) => !waitsIn(id))
      .map(({ id, name, color }) => ({
        key: `queue-${id}`,
        label: name,
        color,
        detail: t('tickets:transfer.online', { count: online(id) }),
      })),
  };
}
