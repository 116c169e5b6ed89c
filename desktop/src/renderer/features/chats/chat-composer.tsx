import type { ChatItem, ChatMessageItem } from '@balcao/shared/bridge/chats.ts';
import { FILES_AT_ONCE } from '@balcao/shared/bridge/composer.ts';
import { MEDIA_LIMIT_BYTES, MESSAGE_MAX_CHARS } from '@balcao/shared/constants.ts';
import { isDeniedFile } from '@balcao/shared/domain/file-rules.ts';
import { ActionIcon, Textarea } from '@mantine/core';
import { IconPaperclip, IconSend2, IconX } from '@tabler/icons-react';
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { FileButton } from '../../components/file-button.tsx';
import { ToolButton } from '../../components/tool-button.tsx';
import { useBridge } from '../../kit/bridge-context.tsx';
import { handOverFile } from '../../kit/hand-over-file.ts';
import { showToast, useErrorToast } from '../../kit/toasts.tsx';
import { untilAnswered } from '../../kit/until-answered.ts';
import { useFileSize } from '../../kit/use-file-size.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { useChatDrafts } from './chat-drafts.ts';
import classes from './chats.module.css';

interface Props {
  chat: ChatItem;
  userId: number;
  /** The own message that is being changed. */
  edited: ChatMessageItem | null;
  onEdited(): void;
}

/** Where one writes. What is sent waits in the outbox until the server has it. */
export function ChatComposer({ chat, userId, edited, onEdited }: Props) {
  const { t } = useTexts();
  const key = edited?.id ?? `${userId}/${chat.id}`;
  const text = useChatDrafts(({ texts }) => texts[key] ?? edited?.message ?? '');
  const write = useChatDrafts((drafts) => drafts.write);
  const say = useSay(chat.id, userId);
  const sendFiles = useSendFiles(say);
  const isSendable = text.trim() !== '' || (edited !== null && edited.media !== null);

  const send = async () => {
    if (!isSendable) return;
    const sent = edited ? await say.change(edited.id, text.trim()) : await say.words(text.trim());
    if (!sent) return;
    write(key, edited ? text.trim() : '');
    if (edited) onEdited();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && edited) onEdited();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    void send();
  };
  const onPaste = ({ clipboardData, preventDefault }: ClipboardEvent) => {
    const files = [...clipboardData.files];
    if (files.length === 0 || edited) return;
    preventDefault();
    void sendFiles(files);
  };
  return (
    <footer className={classes.composer}>
      {edited ? (
        <div className={classes.editing}>
          <span>{t('chats:editing')}</span>
          <ActionIcon size={26} aria-label={t('chats:cancel')} onClick={onEdited}>
            <IconX size={16} stroke={1.7} />
          </ActionIcon>
        </div>
      ) : null}
      <div className={classes.writing}>
        {edited ? null : (
          <FileButton multiple onChange={(files) => void sendFiles(files)}>
            {({ onClick }) => (
              <ToolButton onClick={onClick} aria-label={t('chats:attach')}>
                <IconPaperclip size={20} stroke={1.6} />
              </ToolButton>
            )}
          </FileButton>
        )}
        <Textarea
          className={classes.field}
          aria-label={t('chats:write')}
          placeholder={t('chats:write')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={MESSAGE_MAX_CHARS}
          autoFocus
          value={text}
          onChange={({ currentTarget }) => write(key, currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <ActionIcon
          size={38}
          variant="filled"
          aria-label={edited ? t('chats:save') : t('chats:send')}
          disabled={!isSendable}
          onClick={() => void send()}
        >
          <IconSend2 size={19} stroke={1.7} />
        </ActionIcon>
      </div>
    </footer>
  );
}

interface Say {
  words(body: string): Promise<boolean>;
  file(mediaId: string): Promise<boolean>;
  change(id: string, body: string): Promise<boolean>;
}

/** Each says whether it is kept on this computer; a failure shows a toast, and the text stays where it is. */
function useSay(chatId: number, userId: number): Say {
  const bridge = useBridge();
  const toastError = useErrorToast();
  const kept = (call: () => Promise<unknown>) =>
    untilAnswered(call).then(
      () => true,
      (error: unknown) => {
        toastError(error);
        return false;
      },
    );
  const send = (content: { body: string; mediaId?: string }) => {
    const id = uuidv7();
    return kept(() => bridge.invoke('chats.send', { id, userId, chatId, ...content }));
  };
  return {
    words: (body) => send({ body }),
    file: (mediaId) => send({ body: '', mediaId }),
    change: (id, body) => kept(() => bridge.invoke('chats.edit', { id, chatId, body })),
  };
}

/** Files go one after the other, each as a message of its own. */
function useSendFiles(say: Say): (files: readonly File[]) => Promise<void> {
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();
  const fileSize = useFileSize();
  const problem = ({ name, size }: File): string | null => {
    if (size === 0) return t('composer:files.empty', { name });
    const limit = fileSize(MEDIA_LIMIT_BYTES);
    if (size > MEDIA_LIMIT_BYTES) return t('composer:files.tooLarge', { name, size: fileSize(size), limit });
    return isDeniedFile({ mime: null, name }) ? t('composer:files.program', { name }) : null;
  };
  return async (files) => {
    if (files.length > FILES_AT_ONCE)
      showToast(t('composer:files.tooMany', { limit: FILES_AT_ONCE }), { color: 'red' });
    for (const file of files.slice(0, FILES_AT_ONCE)) {
      const text = problem(file);
      if (text) {
        showToast(text, { color: 'red' });
        continue;
      }
      await handOverFile(bridge, file.name || 'file', file).then(
        ({ mediaId }) => say.file(mediaId),
        toastError,
      );
    }
  };
}
