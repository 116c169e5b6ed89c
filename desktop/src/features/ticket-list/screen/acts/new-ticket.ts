import { email } from '@balcao/shared/contract/fields.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { getNewChats } from '@balcao/shared/features/ban-risk/calls.ts';
import { BY_TEMPLATE } from '@balcao/shared/features/connections/channel.ts';
import type { ConnectionRow } from '@balcao/shared/features/connections/row.ts';
import {
  type ContactItem,
  createContact,
  listContacts,
  listContactTickets,
} from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_NAME, CONTACT_NUMBER } from '@balcao/shared/features/contacts/limits.ts';
import { createTicket } from '@balcao/shared/features/tickets/calls.ts';
import { digitsOf, phoneKey } from '@balcao/shared/phone/digits.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useApiCommand, useApiQuery } from '../../../../renderer/kit/api-query.ts';
import { REQUEST_DEBOUNCE_MS } from '../../../../renderer/kit/limits.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';

export type KnownContact = Pick<ContactItem, 'id' | 'name' | 'number'>;

/** The choice of a person who is no contact yet. */
const NEW = 'new:';

/** The contacts that the server finds by what is typed, and a number or an address that is none's yet. */
export function useContactChoices(known: KnownContact | null, contactId: string | null) {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [asked] = useDebouncedValue(search, REQUEST_DEBOUNCE_MS);
  const { data, isFetching, error } = useApiQuery(listContacts, {
    query: asked.trim() ? { searchParam: asked.trim() } : {},
  });
  const people = data?.contacts ?? [];
  const isListed = !known || people.some(({ id }) => id === known.id);
  const choices = (isListed ? people : [known, ...people]).map(({ id, name, number }) => ({
    value: String(id),
    label: number ? `${name} · ${formatPhone(number)}` : name,
  }));
  const typed =
    newNumber(search, people) ??
    newAddress(search, people) ??
    (contactId?.startsWith(NEW) ? contactId.slice(NEW.length) : null);
  const fresh = typed && {
    value: NEW + typed,
    label: isAddress(typed)
      ? t('tickets:create.newEmail', { email: typed })
      : t('tickets:create.newNumber', { number: formatPhone(typed) }),
  };
  return { data: fresh ? [...choices, fresh] : choices, isFetching, error, setSearch };
}

interface Start {
  whatsappId: string | null;
  queueId: string | null;
}

/** Begins a conversation. An unknown number or address becomes a contact first. */
export function useStartTicket() {
  const add = useApiCommand(createContact, { quiet: true });
  const create = useApiCommand(createTicket, { quiet: true });

  const idOf = async (chosen: string): Promise<number> => {
    if (!chosen.startsWith(NEW)) return Number(chosen);
    const typed = chosen.slice(NEW.length);
    const body = isAddress(typed)
      ? { name: typed.slice(0, CONTACT_NAME.max), email: typed }
      : { name: formatPhone(typed), number: typed };
    try {
      return (await add.mutateAsync({ body })).id;
    } catch (error) {
      const known = knownContact(error);
      if (known === null) throw error;
      add.reset();
      return known;
    }
  };

  return {
    /** @returns the ticket's uuid */
    async start(chosen: string, { whatsappId, queueId }: Start): Promise<string> {
      const body = {
        contactId: await idOf(chosen),
        status: 'open' as const,
        ...(whatsappId ? { whatsappId: Number(whatsappId) } : {}),
        ...(queueId ? { queueId: Number(queueId) } : {}),
      };
      const { uuid } = await create.mutateAsync({ body });
      return uuid;
    },
    isPending: add.isPending || create.isPending,
    error: add.error ?? create.error,
    otherUuid: otherTicket(create.error),
    /** The previous refusal and its link belong to another customer. */
    reset() {
      add.reset();
      create.reset();
    },
  };
}

/** The connection that the server takes when none is chosen. */
export const defaultConnection = (user: SessionUser, connections: readonly ConnectionRow[]): number | null =>
  user.whatsappId ?? connections.find(({ isDefault }) => isDefault)?.id ?? null;

/** Only a linked phone is banned for whom it writes to. */
export const connectionAtRisk = (id: number | null, connections: readonly ConnectionRow[]): number | null =>
  connections.some((row) => row.id === id && BY_TEMPLATE.includes(row.kind)) ? null : id;

/** The time until which a connection should rather begin no conversation. Null: it may. */
export function useWhenAdvised(connectionId: number | null): string | null {
  const { data, isPlaceholderData } = useApiQuery(
    getNewChats,
    { params: { whatsappId: connectionId ?? 0 } },
    { enabled: connectionId !== null },
  );
  return isPlaceholderData ? null : (data?.freesAt ?? null);
}

/** The newest conversation with a contact that this person may see. */
export function useLastTicket(contactId: string | null): string | null {
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

/** Who has the number or the address, for users who may know: found by neither, or only just made. */
const knownContact = (error: unknown): number | null =>
  error instanceof AppError && error.code === 'ERR_DUPLICATED_CONTACT' && error.params.contactId !== undefined
    ? Number(error.params.contactId)
    : null;

const isAddress = (typed: string): boolean => typed.includes('@');

/** The typed text, when it can be an address of e-mail and none of these contacts has it. */
function newAddress(typed: string, people: readonly Pick<ContactItem, 'email'>[]): string | null {
  const address = email.safeParse(typed.trim()).data ?? null;
  return address !== null && !people.some((one) => one.email === address) ? address : null;
}

/** The digits of the typed text, when they can be a phone number and none of these contacts has it. */
function newNumber(typed: string, people: readonly Pick<ContactItem, 'number'>[]): string | null {
  const digits = digitsOf(typed);
  const isNumber = /^[+\d\s().-]+$/.test(typed) && digits.length >= CONTACT_NUMBER.min;
  return isNumber && !people.some(({ number }) => phoneKey(number) === phoneKey(digits)) ? digits : null;
}
