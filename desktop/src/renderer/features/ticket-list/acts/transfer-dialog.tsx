import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/constants.ts';
import type { UserRow } from '@balcao/shared/model/user.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button, Group, Select, Stack, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { leaveTicket } from '../../../components/ticket/use-ticket-actions.ts';
import { useBridgeCommand, useMakingCommand } from '../../../kit/bridge-query.ts';
import { showToast } from '../../../kit/toasts.tsx';
import { useRows } from '../../../kit/use-rows.ts';
import { useTexts } from '../../../kit/use-texts.ts';
import { useBulk } from '../bulk/use-bulk.ts';
import { useTicketDialogs } from './dialogs-store.ts';
import classes from './transfer-dialog.module.css';

/** Hands tickets to a colleague, to a queue, or to a colleague in a queue, with a note for the next agent. */
export function TransferDialog({ ownUserId }: { ownUserId: number }) {
  const { t } = useTexts();
  const { transfer, close } = useTicketDialogs();
  return (
    <FormDialog
      value={transfer}
      size="md"
      title={([first, ...others]) =>
        others.length > 0
          ? t('tickets:transfer.titleMany', { count: others.length + 1 })
          : t('tickets:transfer.title', { name: first?.contact.name || first?.contact.number || '' })
      }
      onClose={close}
    >
      {(tickets) => <TransferForm tickets={tickets} ownUserId={ownUserId} onClose={close} />}
    </FormDialog>
  );
}

interface FormProps {
  tickets: readonly TicketItem[];
  ownUserId: number;
  onClose: () => void;
}

function TransferForm({ tickets, ownUserId, onClose }: FormProps) {
  const { t } = useTexts();
  const { data: queues = [] } = useRows('queue');
  const { data: users = [] } = useRows('user');
  const [queueId, setQueueId] = useState<number | null>(null);
  const [userId, setUserId] = useState<number | null>(null);
  const [note, setNote] = useState('');
  const { submit, isPending } = useTransfer(tickets, onClose);

  const target = queueId ?? commonQueue(tickets);
  const sees = (user: UserRow) => target === null || seesQueue(user, target);
  const own = tickets.every((ticket) => ticket.userId === ownUserId);
  const agents = users.filter(({ id }) => !(own && id === ownUserId));
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
        submit({ userId, queueId, note: note.trim() });
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
          <Button type="submit" loading={isPending} disabled={queueId === null && userId === null}>
            {t('tickets:actions.transfer')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface Transfer {
  userId: number | null;
  queueId: number | null;
  note: string;
}

function useTransfer(tickets: readonly TicketItem[], onClose: () => void) {
  const { t } = useTexts();
  const transfer = useBridgeCommand('tickets.transfer');
  const addNote = useMakingCommand('notes.add');
  const startBulk = useBulk((bulk) => bulk.start);

  const hand = async ({ id }: TicketItem, { userId, queueId, note }: Transfer) => {
    // First, while the ticket is certainly still in sight.
    if (note) await addNote.mutateAsync({ id: uuidv7(), ticketId: id, body: note });
    await transfer.mutateAsync({ ticketId: id, userId, queueId });
  };
  const submit = (to: Transfer) => {
    onClose();
    const [only, ...others] = tickets;
    if (!only || others.length > 0) {
      void startBulk('transfer', tickets, (ticket) => hand(ticket, to));
      return;
    }
    hand(only, to).then(
      () => {
        showToast(t('tickets:transfer.done'));
        leaveTicket(only.uuid);
      },
      () => {},
    );
  };
  return { submit, isPending: transfer.isPending || addNote.isPending };
}

const seesQueue = (user: UserRow, queueId: number): boolean =>
  user.queueIds.includes(queueId) || can({ profile: user.profile, super: false }, 'tickets:viewAll');

/** The queue that all of them share, if any. */
function commonQueue(tickets: readonly TicketItem[]): number | null {
  const queueId = tickets[0]?.queueId ?? null;
  return tickets.every((ticket) => ticket.queueId === queueId) ? queueId : null;
}

const queueNames = (user: UserRow, queues: readonly { id: number; name: string }[]): string =>
  queues
    .filter(({ id }) => user.queueIds.includes(id))
    .map(({ name }) => name)
    .join(', ');
