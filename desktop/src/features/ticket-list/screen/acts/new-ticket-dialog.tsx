import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { BY_ADDRESS, BY_NUMBER, BY_TEMPLATE } from '@balcao/shared/features/connections/channel.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../../renderer/components/form-error.tsx';
import { ticketPath } from '../../../../renderer/components/ticket/use-ticket-actions.ts';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { navigate } from '../../../../renderer/kit/navigate.ts';
import { useNewTicket } from '../../../../renderer/kit/new-ticket-store.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import {
  connectionAtRisk,
  defaultConnection,
  type KnownContact,
  useContactChoices,
  useLastTicket,
  useStartTicket,
  useWhenAdvised,
} from './new-ticket.ts';

/** Begins a conversation that the customer did not begin, or finds a contact's last one. It needs the server, like everything about new contacts. */
export function NewTicketDialog({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { asked, close } = useNewTicket();
  return (
    <FormDialog
      value={asked}
      size="md"
      title={({ contact }) => t(contact ? 'tickets:create.title' : 'tickets:create.orFind')}
      onClose={close}
    >
      {({ contact }) => <NewTicketForm user={user} known={contact} onClose={close} />}
    </FormDialog>
  );
}

interface FormProps {
  user: SessionUser;
  /** The contact; null: still to be chosen. */
  known: KnownContact | null;
  onClose: () => void;
}

function NewTicketForm({ user, known, onClose }: FormProps) {
  const { t } = useTexts();
  const [contactId, setContactId] = useState<string | null>(known ? String(known.id) : null);
  const [whatsappId, setWhatsappId] = useState<string | null>(null);
  const [queueId, setQueueId] = useState<string | null>(null);
  const contacts = useContactChoices(known, contactId);
  const ticket = useStartTicket();
  const lastUuid = useLastTicket(contactId);
  const open = (uuid: string) => {
    onClose();
    navigate(ticketPath(uuid));
  };
  const openUuid = ticket.otherUuid ?? lastUuid;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // A failure shows below the form.
        if (contactId !== null) ticket.start(contactId, { whatsappId, queueId }).then(open, () => {});
      }}
    >
      <Stack gap="md">
        <Select
          label={t('tickets:create.contact')}
          placeholder={t('tickets:create.search')}
          data={contacts.data}
          // The server has searched, by words that need not be in the label.
          filter={({ options }) => options}
          nothingFoundMessage={contacts.isFetching ? t('common:loading') : t('common:noResults')}
          value={contactId}
          onChange={(chosen) => {
            setContactId(chosen);
            ticket.reset();
          }}
          onSearchChange={contacts.setSearch}
          searchable
          required
          data-autofocus
          clearable
          clearButtonProps={{ 'aria-label': t('common:clear') }}
        />
        <ConnectionSelect value={whatsappId} onChange={setWhatsappId} />
        <QueueSelect user={user} value={queueId} onChange={setQueueId} />
        {contactId !== null && !lastUuid ? <Advice user={user} whatsappId={whatsappId} /> : null}
        <FormError error={ticket.error ?? contacts.error} />
        {openUuid ? (
          <Button variant="light" onClick={() => open(openUuid)}>
            {t(ticket.otherUuid ? 'tickets:create.openOther' : 'tickets:create.openLast')}
          </Button>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={ticket.isPending} disabled={contactId === null}>
            {t('tickets:create.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface SelectProps {
  value: string | null;
  onChange(value: string | null): void;
}

function ConnectionSelect({ value, onChange }: SelectProps) {
  const { t } = useTexts();
  const { data: connections = [] } = useRows('connection');
  return (
    <Select
      label={t('tickets:create.connection')}
      placeholder={t('tickets:create.defaultConnection')}
      data={connections
        .filter(({ kind }) => [...BY_NUMBER.kinds, ...BY_TEMPLATE, ...BY_ADDRESS].includes(kind))
        .map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
    />
  );
}

function QueueSelect({ user, value, onChange }: SelectProps & { user: SessionUser }) {
  const { t } = useTexts();
  const { data: queues = [] } = useRows('queue');
  const own = queues.filter(
    ({ id }) => can(user, 'tickets:viewAll') || user.queues.some((queue) => queue.id === id),
  );
  return (
    <Select
      label={t('tickets:create.queue')}
      placeholder={t('tickets:noQueue')}
      data={own.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
    />
  );
}

/** Says when a connection that has begun many conversations should rather begin the next one. */
function Advice({ user, whatsappId }: { user: SessionUser; whatsappId: string | null }) {
  const { t } = useTexts();
  const format = useFormat();
  const { data: connections = [] } = useRows('connection');
  const connectionId = whatsappId ? Number(whatsappId) : defaultConnection(user, connections);
  const freesAt = useWhenAdvised(connectionAtRisk(connectionId, connections));
  if (!freesAt) return null;
  return (
    <Text size="sm" c="var(--text-muted)" role="status">
      {t('banRisk:newTicket', { when: format.moment(freesAt) })}
    </Text>
  );
}
