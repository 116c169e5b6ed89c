import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { Modal, ScrollArea, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import type { ForUser } from '../../../renderer/kit/feature.ts';
import { useSharing } from '../../../renderer/kit/share-store.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ChatPicture } from './chat-picture.tsx';
import classes from './suggestions.module.css';
import { useSay } from './use-say.ts';

/** Puts a conversation, or a message of it, into a chat as a card that opens it. */
export function ShareDialog({ user }: ForUser) {
  const { t } = useTexts();
  const { asked, close } = useSharing();
  const [words, setWords] = useState('');
  const { data } = useBridgeQuery('chats.list', { search: '' }, { enabled: asked !== null });
  const say = useSay(user.id);
  const { chats = [] } = data ?? {};
  const name = asked ? displayName(asked.ticket.contact) : '';
  const leave = () => {
    setWords('');
    close();
  };
  const share = async (chat: ChatItem) => {
    if (!asked) return;
    const { ticket, message } = asked;
    const card = { ticketId: ticket.id, ticketUuid: ticket.uuid, message };
    if (!(await say.card(chat, card, words.trim()))) return;
    leave();
    showToast(t('chats:shared', { title: chat.name }));
  };
  return (
    <Modal
      opened={asked !== null}
      onClose={leave}
      title={t('chats:shareTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {asked?.message ? t('chats:cardMessage', { name }) : t('chats:shareTicket', { name })}
        </Text>
        <TextInput
          label={t('chats:shareWords')}
          data-autofocus
          autoComplete="off"
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
        />
        {chats.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('chats:empty')}
          </Text>
        ) : (
          <ScrollArea.Autosize mah={320}>
            {chats.map((chat) => (
              <UnstyledButton key={chat.id} className={classes.suggestion} onClick={() => void share(chat)}>
                <ChatPicture chat={chat} size={30} userId={user.id} />
                {chat.name}
              </UnstyledButton>
            ))}
          </ScrollArea.Autosize>
        )}
      </Stack>
    </Modal>
  );
}
