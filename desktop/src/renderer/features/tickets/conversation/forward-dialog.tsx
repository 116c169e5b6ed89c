import type { MessageItem, TicketItem } from '@balcao/shared/bridge/methods.ts';
import { Button, Checkbox, Group, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useBridgeCommand, useBridgeQuery } from '../../../app/bridge-query.ts';
import { showToast } from '../../../app/toasts.tsx';
import { useTexts } from '../../../app/use-texts.ts';
import { PersonAvatar } from '../../../components/person-avatar.tsx';
import { formatPhone } from '../../../components/phone.ts';
import classes from './forward-dialog.module.css';

interface Props {
  messages: readonly MessageItem[];
  onClose: () => void;
  onDone: () => void;
}

const MOST_TARGETS = 20;

/** Sends the content of messages into open conversations. */
export function ForwardDialog({ messages, onClose, onDone }: Props) {
  const { t } = useTexts();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 150);
  const [picked, setPicked] = useState<readonly number[]>([]);
  const { data } = useBridgeQuery('tickets.list', {
    status: 'open',
    search,
    limit: 50,
    filter: { all: false },
  });
  const forward = useBridgeCommand('messages.forward');

  const toggle = (id: number) =>
    setPicked(
      picked.includes(id) ? picked.filter((one) => one !== id) : [...picked, id].slice(0, MOST_TARGETS),
    );
  const send = () =>
    void forward
      .mutateAsync({ ticketIds: [...picked], ofIds: messages.map(({ id }) => id) })
      .then(() => {
        showToast(t('conversation:forwardDone'), {});
        onDone();
      })
      .catch(() => {});

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
        {data?.tickets.map((ticket) => (
          <Target key={ticket.id} ticket={ticket} picked={picked.includes(ticket.id)} onToggle={toggle} />
        ))}
        {data?.tickets.length === 0 ? (
          <p className={classes.empty}>{t('conversation:forwardEmpty')}</p>
        ) : null}
      </div>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button disabled={picked.length === 0 || forward.isPending} onClick={send}>
          {t('conversation:forwardSend')}
        </Button>
      </Group>
    </Modal>
  );
}

function Target({
  ticket: { id, contact, queue },
  picked,
  onToggle,
}: {
  ticket: TicketItem;
  picked: boolean;
  onToggle: (id: number) => void;
}) {
  const name = contact.name || formatPhone(contact.number);
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is its control
    <label className={classes.target}>
      <Checkbox checked={picked} onChange={() => onToggle(id)} />
      <PersonAvatar name={name} url={contact.profilePicUrl} size={34} />
      <span className={classes.who}>
        <span className={classes.name}>{name}</span>
        <span className={classes.details}>
          {[formatPhone(contact.number), queue?.name].filter(Boolean).join(' · ')}
        </span>
      </span>
    </label>
  );
}
