import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import type { UserRow } from '@balcao/shared/features/users/row.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../../renderer/components/form-dialog.tsx';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useTicketDialogs } from '../acts/dialogs-store.ts';
import { commonQueue, otherAgents, seesQueue } from './agents.ts';
import classes from './transfer-dialog.module.css';
import { useHandOver } from './use-hand-over.ts';

/** Hands tickets to a colleague, to a queue, or to a colleague in a queue, with a note for the next agent. */
export function TransferDialog() {
  const { t } = useTexts();
  const { transfer, close } = useTicketDialogs();
  return (
    <FormDialog
      value={transfer}
      size="md"
      title={([first, ...others]) =>
        others.length > 0
          ? t('tickets:transfer.titleMany', { count: others.length + 1 })
          : t('tickets:transfer.title', { name: first ? displayName(first.contact) : '' })
      }
      onClose={close}
    >
      {(tickets) => <TransferForm tickets={tickets} onClose={close} />}
    </FormDialog>
  );
}

interface FormProps {
  tickets: readonly TicketItem[];
  onClose: () => void;
}

function TransferForm({ tickets, onClose }: FormProps) {
  const { t } = useTexts();
  const { data: users = [] } = useRows('user');
  const [queueId, setQueueId] = useState<number | null>(null);
  const [userId, setUserId] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const handOver = useHandOver();

  const target = queueId ?? commonQueue(tickets);
  const sees = (user: UserRow) => target === null || seesQueue(user, target);
  // Another queue may keep its agent.
  const agents = queueId === null ? otherAgents(users, tickets) : users;
  const chooseQueue = (id: number | null) => {
    setQueueId(id);
    const chosen = users.find((user) => user.id === userId);
    if (id !== null && chosen && !seesQueue(chosen, id)) setUserId(null);
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
        handOver(tickets, { userId, queueId }, note.trim());
      }}
    >
      <Stack gap="md">
        <QueueSelect value={queueId} onChange={chooseQueue} />
        <AgentSelect agents={agents} sees={sees} value={userId} onChange={setUserId} />
        <Textarea
          label={t('tickets:transfer.note')}
          description={t('tickets:transfer.noteHint')}
          value={note}
          maxLength={MESSAGE_MAX_CHARS}
          autosize
          minRows={2}
          maxRows={6}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" disabled={queueId === null && userId === null}>
            {t('tickets:actions.transfer')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface SelectProps {
  value: number | null;
  onChange(value: number | null): void;
}

/** Each queue with its colour, and how many of its agents are there. */
function QueueSelect({ value, onChange }: SelectProps) {
  const { t } = useTexts();
  const { data: queues = [] } = useRows('queue');
  const { data: users = [] } = useRows('user');
  return (
    <Select
      label={t('tickets:transfer.queue')}
      description={t('tickets:transfer.queueHint')}
      placeholder={t('tickets:transfer.sameQueue')}
      data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      renderOption={({ option }) => {
        const queue = queues.find(({ id }) => String(id) === option.value);
        const there = users.filter((user) => user.online && seesQueue(user, Number(option.value))).length;
        return (
          <span className={classes.option}>
            <span className={classes.dot} style={{ background: queue?.color }} />
            <span className={classes.name}>{option.label}</span>
            <Text size="xs" c="dimmed">
              {t('tickets:transfer.online', { count: there })}
            </Text>
          </span>
        );
      }}
      data-autofocus
      openOnFocus={false}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
    />
  );
}

interface AgentSelectProps extends SelectProps {
  agents: readonly UserRow[];
  /** Whoever does not see the queue cannot be chosen. */
  sees(user: UserRow): boolean;
}

function AgentSelect({ agents, sees, value, onChange }: AgentSelectProps) {
  const { t } = useTexts();
  const { data: queues = [] } = useRows('queue');
  const optionsOf = (online: boolean) =>
    agents
      .filter((user) => user.online === online)
      .map((user) => ({ value: String(user.id), label: user.name, disabled: !sees(user) }));
  return (
    <Select
      label={t('tickets:transfer.agent')}
      description={t('tickets:transfer.agentHint')}
      placeholder={t('tickets:transfer.whoeverTakes')}
      data={[
        { group: t('tickets:transfer.onlineGroup'), items: optionsOf(true) },
        { group: t('tickets:transfer.offlineGroup'), items: optionsOf(false) },
      ].filter(({ items }) => items.length > 0)}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
      renderOption={({ option }) => {
        const user = agents.find(({ id }) => String(id) === option.value);
        return (
          <span className={classes.option}>
            <span className={classes.presence} data-online={user?.online || undefined} />
            <span className={classes.name}>{option.label}</span>
            <Text size="xs" c="dimmed">
              {user && sees(user) ? queueNames(user, queues) : t('tickets:transfer.notInQueue')}
            </Text>
          </span>
        );
      }}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
    />
  );
}

const queueNames = (user: UserRow, queues: readonly { id: number; name: string }[]): string =>
  queues
    .filter(({ id }) => user.queueIds.includes(id))
    .map(({ name }) => name)
    .join(', ');
