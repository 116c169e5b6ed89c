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
  const { data: queues = [] } = useRows('queue');
  const { data: users = [] } = useRows('user');
  const [queueId, setQueueId] = useState<number | null>(null);
  const [userId, setUserId] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const handOver = useHandOver();

  const target = queueId ?? commonQueue(tickets);
  const sees = (user: UserRow) => target === null || seesQueue(user, target);
  // Another queue may keep its agent.
  const agents = queueId === null ? otherAgents(users, tickets) : users;
  const option = (user: UserRow) => ({
    value: String(user.id),
    label: user.name,
    disabled: !sees(user),
  });
  const online = agents.filter((user) => user.online);
  const offline = agents.filter((user) => !user.online);
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
        <Select
          label={t('tickets:transfer.queue')}
          description={t('tickets:transfer.queueHint')}
          placeholder={t('tickets:transfer.sameQueue')}
          data={queues.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={queueId === null ? null : String(queueId)}
          onChange={(value) => chooseQueue(value === null ? null : Number(value))}
          renderOption={({ option: { value, label } }) => {
            const queue = queues.find(({ id }) => String(id) === value);
            const there = users.filter((user) => user.online && seesQueue(user, Number(value))).length;
            return (
              <span className={classes.option}>
                <span className={classes.dot} style={{ background: queue?.color }} />
                <span className={classes.name}>{label}</span>
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
        <Select
          label={t('tickets:transfer.agent')}
          description={t('tickets:transfer.agentHint')}
          placeholder={t('tickets:transfer.whoeverTakes')}
          data={[
            { group: t('tickets:transfer.onlineGroup'), items: online.map(option) },
            { group: t('tickets:transfer.offlineGroup'), items: offline.map(option) },
          ].filter(({ items }) => items.length > 0)}
          value={userId === null ? null : String(userId)}
          onChange={(value) => setUserId(value === null ? null : Number(value))}
          renderOption={({ option: { value, label } }) => {
            const user = users.find(({ id }) => String(id) === value);
            return (
              <span className={classes.option}>
                <span className={classes.presence} data-online={user?.online || undefined} />
                <span className={classes.name}>{label}</span>
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

const queueNames = (user: UserRow, queues: readonly { id: number; name: string }[]): string =>
  queues
    .filter(({ id }) => user.queueIds.includes(id))
    .map(({ name }) => name)
    .join(', ');
