import { REQUEST_DEBOUNCE_MS } from '@balcao/shared/contract/limits.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { getNewChats } from '@balcao/shared/features/ban-risk/calls.ts';
import { BY_NUMBER, BY_TEMPLATE } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import {
  type ContactItem,
  createContact,
  listContacts,
  listContactTickets,
} from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_NUMBER } from '@balcao/shared/features/contacts/limits.ts';
import { createTicket } from '@balcao/shared/features/tickets/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { digitsOf, phoneKey } from '@balcao/shared/phone/phone.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { FormDialog } from '../../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../../renderer/components/form-error.tsx';
import { ticketPath } from '../../../../renderer/components/ticket/use-ticket-actions.ts';
import { useApiCommand, useApiQuery } from '../../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../../renderer/kit/format.ts';
import { navigate } from '../../../../renderer/kit/navigate.ts';
import { useNewTicket } from '../../../../renderer/kit/new-ticket-store.ts';
import { useRows } from '../../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';

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
  known: Pick<ContactItem, 'id' | 'name' | 'number'> | null;
  onClose: () => void;
}

/** The choice of a person who is no contact yet. */
const NEW = 'new:';

function NewTicketForm({ user, known, onClose }: FormProps) {
  const { t } = useTexts();
  const format = useFormat();
  const { data: connections = [] } = useRows('connection');
  const { data: queues = [] } = useRows('queue');
  const [contactId, setContactId] = useState<string | null>(known ? String(known.id) : null);
  const [whatsappId, setWhatsappId] = useState<string | null>(null);
  const [queueId, setQueueId] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, REQUEST_DEBOUNCE_MS);
  const found = useApiQuery(listContacts, { query: asked.trim() ? { searchParam: asked.trim() } : {} });
  const add = useApiCommand(createContact, { quiet: true });
  const create = useApiCommand(createTicket, { quiet: true });

  const own = queues.filter(
    ({ id }) => can(user, 'tickets:viewAll') || user.queues.some((queue) => queue.id === id),
  );
  const people = found.data?.contacts ?? [];
  const choices = (known && !people.some(({ id }) => id === known.id) ? [known, ...people] : people).map(
    ({ id, name, number }) => ({
      value: String(id),
      label: number ? `${name} · ${formatPhone(number)}` : name,
    }),
  );
  const typed =
    newNumber(search, people) ?? (contactId?.startsWith(NEW) ? contactId.slice(NEW.length) : null);
  const data = typed
    ? [
        ...choices,
        { value: NEW + typed, label: t('tickets:create.newNumber', { number: formatPhone(typed) }) },
      ]
    : choices;

  /** An unknown number becomes a contact first. */
  const idOf = async (chosen: string): Promise<number> => {
    if (!chosen.startsWith(NEW)) return Number(chosen);
    const number = chosen.slice(NEW.length);
    const { id } = await add.mutateAsync({ body: { name: formatPhone(number), number } });
    return id;
  };
  const start = async (chosen: string) => {
    const body = {
      contactId: await idOf(chosen),
      status: 'open' as const,
      ...(whatsappId ? { whatsappId: Number(whatsappId) } : {}),
      ...(queueId ? { queueId: Number(queueId) } : {}),
    };
    const { uuid } = await create.mutateAsync({ body });
    open(uuid);
  };
  const open = (uuid: string) => {
    onClose();
    navigate(ticketPath(uuid));
  };
  const otherUuid = otherTicket(create.error);
  const lastUuid = useLastTicket(contactId);
  const freesAt = useWhenAdvised(
    connectionAtRisk(whatsappId ? Number(whatsappId) : defaultConnection(user, connections), connections),
  );
  const clear = { clearable: true, clearButtonProps: { 'aria-label': t('common:clear') } };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // A failure shows below the form.
        if (contactId !== null) start(contactId).catch(() => {});
      }}
    >
      <Stack gap="md">
        <Select
          label={t('tickets:create.contact')}
          placeholder={t('tickets:create.search')}
          data={data}
          // The server has searched, by words that need not be in the label.
          filter={({ options }) => options}
          nothingFoundMessage={found.isFetching ? t('common:loading') : t('common:noResults')}
          value={contactId}
          onChange={(chosen) => {
            setContactId(chosen);
            // The previous refusal and its link belong to another customer.
            add.reset();
            create.reset();
          }}
          onSearchChange={setSearch}
          searchable
          required
          data-autofocus
          {...clear}
        />
        <Select
          label={t('tickets:create.connection')}
          placeholder={t('tickets:create.defaultConnection')}
          data={connections
            .filter(({ kind }) => BY_NUMBER.kinds.includes(kind) || BY_TEMPLATE.includes(kind))
            .map(({ id, name }) => ({ value: String(id), label: name }))}
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
        {freesAt && contactId !== null && !lastUuid ? (
          <Text size="sm" c="var(--text-muted)" role="status">
            {t('banRisk:newTicket', { when: format.moment(freesAt) })}
          </Text>
        ) : null}
        <FormError error={add.error ?? create.error ?? found.error} />
        {otherUuid ? (
          <Button variant="light" onClick={() => open(otherUuid)}>
            {t('tickets:create.openOther')}
          </Button>
        ) : lastUuid ? (
          <Button variant="light" onClick={() => open(lastUuid)}>
            {t('tickets:create.openLast')}
          </Button>
        ) : null}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button type="submit" loading={add.isPending || create.isPending} disabled={contactId === null}>
            {t('tickets:create.start')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The connection that the server takes when none is chosen. */
const defaultConnection = (user: SessionUser, connections: readonly ConnectionRow[]): number | null =>
  user.whatsappId ?? connections.find(({ isDefault }) => isDefault)?.id ?? null;

/** Only a linked phone is banned for whom it writes to. */
const connectionAtRisk = (id: number | null, connections: readonly ConnectionRow[]): number | null =>
  connections.some((row) => row.id === id && BY_TEMPLATE.includes(row.kind)) ? null : id;

/** Until when a connection should rather begin no conversation; null: it may. */
function useWhenAdvised(connectionId: number | null): string | null {
  const { data, isPlaceholderData } = useApiQuery(
    getNewChats,
    { params: { whatsappId: connectionId ?? 0 } },
    { enabled: connectionId !== null },
  );
  return isPlaceholderData ? null : (data?.freesAt ?? null);
}

/** The newest conversation with a contact that this person may see. */
function useLastTicket(contactId: string | null): string | null {
  const isKnown = contactId !== null && !contactId.startsWith(NEW);
  const { data, isPlaceholderData } = useApiQuery(
    listContactTickets,
    { params: { contactId: Number(contactId) } },
    { enabled: isKnown },
  );
  // Until the answer is there it would be another contact's.
  return isKnown && !isPlaceholderData ? (data?.tickets[0]?.uuid ?? null) : null;
}

/** The conversation already under way, for users who may see it. */
const otherTicket = (error: unknown): string | null =>
  error instanceof AppError && typeof error.params.ticketUuid === 'string' ? error.params.ticketUuid : null;

/** The digits of the typed text, when they can be a phone number and none of these contacts has it. */
function newNumber(typed: string, people: readonly Pick<ContactItem, 'number'>[]): string | null {
  const digits = digitsOf(typed);
  const isNumber = /^[+\d\s().-]+$/.test(typed) && digits.length >= CONTACT_NUMBER.min;
  return isNumber && !people.some(({ number }) => phoneKey(number) === phoneKey(digits)) ? digits : null;
}
