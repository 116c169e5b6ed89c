import type { HelpGiven } from '@balcao/shared/features/agent-help/calls.ts';
import { MAX_TAGS } from '@balcao/shared/features/tags/limits.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { Button, ColorSwatch, Group, Text } from '@mantine/core';
import { IconArrowRight, IconCheck } from '@tabler/icons-react';
import { useTicketActions } from '../../../../renderer/components/ticket/use-ticket-actions.ts';
import { useBridgeCommand } from '../../../../renderer/kit/bridge-query.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';

/** Tags and a queue that the AI proposes: a click applies one. */
export function ProposedLabels({
  given: { tagIds, queueId },
  ticket,
}: {
  given: Pick<HelpGiven, 'tagIds' | 'queueId'>;
  ticket: TicketItem;
}) {
  const { t } = useTexts();
  const { data: tags = [] } = useRows('tag');
  const { data: queues = [] } = useRows('queue');
  const setTags = useBridgeCommand('tickets.setTags');
  const { transfer } = useTicketActions();
  const proposed = tags.filter(({ id }) => tagIds.includes(id));
  const queue = queues.find(({ id }) => id === queueId && id !== ticket.queueId);
  if (proposed.length === 0 && !queue) return <Text size="sm">{t('agentHelp:sort.none')}</Text>;
  return (
    <Group gap="xs" role="group" aria-label={t('agentHelp:sort.title')}>
      {proposed.map(({ id, name, color }) => {
        const isPut = ticket.tagIds.includes(id);
        return (
          <Button
            key={id}
            size="compact-sm"
            variant="default"
            radius="xl"
            disabled={isPut || ticket.tagIds.length >= MAX_TAGS}
            leftSection={
              isPut ? <IconCheck size={14} stroke={2} aria-hidden /> : <ColorSwatch color={color} size={10} />
            }
            onClick={() =>
              setTags.mutate({ ticketId: ticket.id, tagIds: [...ticket.tagIds, id], before: ticket.tagIds })
            }
          >
            {name}
          </Button>
        );
      })}
      {queue ? (
        <Button
          size="compact-sm"
          variant="default"
          radius="xl"
          leftSection={<IconArrowRight size={14} stroke={2} aria-hidden />}
          onClick={() =>
            void transfer(
              ticket,
              { userId: null, queueId: queue.id },
              t('tickets:transfer.toQueue', { name: queue.name }),
            )
          }
        >
          {t('agentHelp:sort.queue', { name: queue.name })}
        </Button>
      ) : null}
    </Group>
  );
}
