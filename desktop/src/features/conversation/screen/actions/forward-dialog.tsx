import { listContacts } from '@balcao/shared/features/contacts/calls.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName, formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { PersonAvatar } from '../../../../renderer/components/person-avatar.tsx';
import { useApiQuery } from '../../../../renderer/kit/api-query.ts';
import { useBridgeQuery, useMakingCommand } from '../../../../renderer/kit/bridge-query.ts';
import { REQUEST_DEBOUNCE_MS } from '../../../../renderer/kit/limits.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../../renderer/kit/when-saved.ts';
import classes from './forward-dialog.module.css';

interface Props {
  messages: readonly MessageItem[];
  onClose: () => void;
  onDone: () => void;
}

interface Choice {
  contactId: number;
  /** Null: a contact without an open conversation of the agent. */
  ticketId: number | null;
  contact: Pick<TicketItem['contact'], 'name' | 'number' | 'profilePicUrl'>;
  hint: string;
}

const MAX_TARGETS = 20;
/** From so many letters on contacts are searched. */
const MIN_LETTERS = 2;
const isLongEnough = (text: string) => text.length >= MIN_LETTERS;

/** Sends the content of messages into open conversations, and to contacts with whom there is none. */
export function ForwardDialog({ messages, onClose, onDone }: Props) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<readonly Choice[]>([]);
  const { open, others, isSearched } = useChoices(typed.trim());
  const command = useMakingCommand('messages.forward');

  const toggle = (choice: Choice) => {
    const without = picked.filter(({ contactId }) => contactId !== choice.contactId);
    setPicked(without.length < picked.length ? without : [...picked, choice].slice(0, MAX_TARGETS));
  };
  const forward = () => {
    const copies = picked.flatMap(({ ticketId, contactId }) =>
      messages.map((message) => ({
        id: uuidv7(),
        ofId: message.id,
        ...(ticketId === null ? { contactId } : { ticketId }),
      })),
    );
    void whenSaved(command.mutateAsync({ messages: copies }), t('conversation:forwardDone'), onDone);
  };
  // A person who was picked stays in sight, whatever is searched for next.
  const shown = new Set([...open, ...others].map(({ contactId }) => contactId));
  const kept = picked.filter(({ contactId }) => !shown.has(contactId));
  const group = (title: string | null, choices: readonly Choice[]) =>
    choices.length === 0 ? null : (
      <>
        {title ? <h3 className={classes.heading}>{title}</h3> : null}
        {choices.map((choice) => (
          <Target
            key={choice.contactId}
            choice={choice}
            picked={picked.some(({ contactId }) => contactId === choice.contactId)}
            onToggle={toggle}
          />
        ))}
      </>
    );

  return (
    <Modal
      opened
      onClose={onClose}
      title={t('conversation:forwardTitle', { count: messages.length })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <TextInput
        data-autofocus
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        aria-label={t('conversation:forwardSearch')}
        placeholder={t('conversation:forwardSearch')}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot scroll */}
      <div className={classes.list} role="group" aria-label={t('conversation:forwardTo')}>
        {group(null, kept)}
        {group(t('conversation:forwardOpen'), open)}
        {group(t('conversation:forwardOthers'), others)}
        {isSearched && open.length + others.length + kept.length === 0 ? (
          <p className={classes.empty}>{t('conversation:forwardEmpty')}</p>
        ) : null}
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button disabled={picked.length === 0} loading={command.isPending} onClick={forward}>
          {t('conversation:forwardSend')}
        </Button>
      </Group>
    </Modal>
  );
}

/** The agent's own open conversations; then contacts of this computer, and of the server while it is reachable. */
function useChoices(typed: string): { open: Choice[]; others: Choice[]; isSearched: boolean } {
  const { t } = useTexts();
  const [search] = useDebouncedValue(typed, REQUEST_DEBOUNCE_MS);
  const { data } = useBridgeQuery('tickets.list', {
    status: 'open',
    search: typed,
    limit: 50,
    filter: { all: false },
  });
  const asks = isLongEnough(search) && isLongEnough(typed);
  const kept = useBridgeQuery(
    'contacts.search',
    { text: typed, limit: 20 },
    { enabled: isLongEnough(typed) },
  );
  const found = useApiQuery(listContacts, { query: { searchParam: search } }, { enabled: asks });
  const open = (data?.tickets ?? []).map(({ id, contactId, contact, queue }) => ({
    contactId,
    ticketId: id,
    contact,
    hint: [formatPhone(contact.number), queue?.name].filter(Boolean).join(' · '),
  }));
  const known = new Set(open.map(({ contactId }) => contactId));
  const contacts = [...(kept.data ?? []), ...(asks ? (found.data?.contacts ?? []) : [])];
  const others = [...new Map(contacts.map((contact) => [contact.id, contact])).values()]
    .filter(({ id, isGroup }) => !known.has(id) && !isGroup)
    .map(({ id, ...contact }) => ({
      contactId: id,
      ticketId: null,
      contact,
      hint: [formatPhone(contact.number), t('conversation:forwardBegins')].filter(Boolean).join(' · '),
    }));
  return { open, others, isSearched: data !== undefined && !(asks && found.isPending) };
}

interface TargetProps {
  choice: Choice;
  picked: boolean;
  onToggle: (choice: Choice) => void;
}

function Target({ choice, picked, onToggle }: TargetProps) {
  const { contact, hint } = choice;
  const name = displayName(contact);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control
    <label className={classes.target}>
      <Checkbox checked={picked} onChange={() => onToggle(choice)} />
      <PersonAvatar name={name} url={contact.profilePicUrl} size={34} />
      <span className={classes.who}>
        <span className={classes.name}>{name}</span>
        <span className={classes.details}>{hint}</span>
      </span>
    </label>
  );
}
