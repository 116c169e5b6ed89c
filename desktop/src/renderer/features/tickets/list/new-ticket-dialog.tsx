import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { listContacts } from '@balcao/shared/api/contacts.ts';
import { createTicket } from '@balcao/shared/api/tickets.ts';
import { REQUEST_DEBOUNCE_MS } from '@balcao/shared/constants.ts';
import { can } from '@balcao/shared/permissions.ts';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useApiCommand, useApiQuery } from '../../../app/api-query.ts';
import { useBridgeQuery } from '../../../app/bridge-query.ts';
import { useTexts } from '../../../app/use-texts.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { FormError } from '../../../components/form-error.tsx';
import { formatPhone } from '../../../components/phone.ts';
import { ticketPath } from '../use-ticket-actions.ts';
import { useTicketDialogs } from './dialogs-store.ts';

/** Begins a conversation that the customer did not begin. It needs the server, like everything about new contacts. */
export function NewTicketDialog({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { create, close } = useTicketDialogs();
  return (
    <FormDialog
      value={create ? true : null}
      size="md"
      title={() => t('tickets:create.title')}
      onClose={close}
    >
      {() => <NewTicketForm user={user} onClose={close} />}
    </FormDialog>
  );
}

function NewTicketForm({ user, onClose }: { user: SessionUser; onClose: () => void }) {
  const { t } = useTexts();
  const [, navigate] = useLocation();
  const { data: connections = [] } = useBridgeQuery('connections.list', null);
  const { data: queues = [] } = useBridgeQuery('queues.list', null);
  const [contactId, setContactId] = useState<string | null>(null);
  const [whatsappId, setWhatsappId] = useState<string | null>(null);
  const [queueId, setQueueId] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, REQUEST_DEBOUNCE_MS);
  const found = useApiQuery(listContacts, { query: asked.trim() ? { searchParam: asked.trim() } : {} });
  const create = useApiCommand(createTicket, { quiet: true });

  const own = queues.filter(
    ({ id }) => can(user, 'tickets:viewAll') || user.queues.some((queue) => queue.id === id),
  );
  const submit = () => {
    if (contactId === null) return;
    const body = {
      contactId: Number(contactId),
      status: 'open' as const,
      ...(whatsappId ? { whatsappId: Number(whatsappId) } : {}),
      ...(queueId ? { queueId: Number(queueId) } : {}),
    };
    create.mutateAsync({ body }).then(
      ({ uuid }) => {
        onClose();
        navigate(ticketPath(uuid));
      },
      () => {
        // It stands below the form.
      },
    );
  };
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('common:clear') } };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <Select
          label={t('tickets:create.contact')}
          placeholder={t('tickets:create.search')}
          data={(found.data?.contacts ?? []).map(({ id, name, number }) => ({
            value: String(id),
            label: number ? `${name} · ${formatPhone(number)}` : name,
          }))}
          // The server has searched, by words that need not stand in the label.
          filter={({ options }) => options}
          nothingFoundMessage={found.isFetching ? t('common:loading') : t('common:noResults')}
          value={contactId}
          onChange={setContactId}
          onSearchChange={setSearch}
          searchable
          required
          data-autofocus
          {...clear}
        />
        <Select
          label={t('tickets:create.connection')}
          placeholder={t('tickets:create.defaultConnection')}
          data={connections.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={whatsappId}
          onChange={setWhatsappId}
          {...clear}
        />
        <Select
          label={t('tickets:create.queue')}
          placeholder={t('tickets:noQueue')}
          data={own.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={queueId}
          onChange={setQueueId}
          {...clear}
        />
        <FormError error={create.error ?? found.error} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={contactId === null}>
            {t('tickets:create.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
