import type { ChatItem, ChatMessageItem } from '@balcao/shared/bridge/chats.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/constants.ts';
import { ActionIcon, Textarea } from '@mantine/core';
import { IconMicrophone, IconPaperclip, IconSend2, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { FileButton } from '../../components/file-button.tsx';
import { ToolButton } from '../../components/tool-button.tsx';
import { useTexts } from '../../kit/use-texts.ts';
import { useChatDraft } from './chat-drafts.ts';
import { useChatParts } from './chat-parts.ts';
import classes from './chats.module.css';
import { MemberSuggestions, useMemberSuggestions } from './member-suggestions.tsx';
import { useAddFiles } from './use-add-files.ts';
import { useOwnTyping } from './use-chat-presence.ts';
import { useSay } from './use-say.ts';

interface Props {
  chat: ChatItem;
  userId: number;
  /** The own message that is being changed. */
  edited: ChatMessageItem | null;
  onEdited(): void;
}

/** Where one writes. What is sent waits in the outbox until the server has it. */
export function ChatComposer({ chat, userId, edited, onEdited }: Props) {
  const { RecorderBar } = useChatParts();
  const [isRecording, setRecording] = useState(false);
  const { draft, keeper } = useChatDraft(`${userId}/${edited?.id ?? chat.id}`, edited?.message);
  const { noticeInput, noticeRecording } = useOwnTyping(chat.id);
  const say = useSay(userId);
  const isEmpty = draft.text.trim() === '' && draft.files.length === 0 && !edited?.media;

  const send = async () => {
    const { text, files } = keeper.current();
    const body = text.trim();
    if (edited) {
      if (isEmpty || !(await say.change(chat, edited.id, body))) return;
      keeper.forget();
      return onEdited();
    }
    for (const [index, file] of files.entries()) {
      if (!(await say.file(chat, file.mediaId))) return;
      keeper.change({ files: files.slice(index + 1) });
    }
    if (body !== '' && (await say.words(chat, body))) keeper.change({ text: '' });
  };

  return (
    <footer className={classes.composer} onInput={noticeInput}>
      {edited ? <Editing onEnd={onEdited} /> : <Files draft={draft} onChange={keeper.change} />}
      {isRecording ? (
        <RecorderBar
          keeper={keeper}
          onRunning={noticeRecording}
          onEnd={() => setRecording(false)}
          onSend={() => {
            setRecording(false);
            void send();
          }}
        />
      ) : (
        <Writing
          chat={chat}
          userId={userId}
          text={draft.text}
          isEmpty={isEmpty}
          isEditing={edited !== null}
          onText={(text) => keeper.change({ text })}
          onFile={(file) => keeper.change({ files: [...keeper.current().files, file] })}
          onSend={() => void send()}
          onRecord={() => setRecording(true)}
          onEscape={() => edited && onEdited()}
        />
      )}
    </footer>
  );
}

function Editing({ onEnd }: { onEnd(): void }) {
  const { t } = useTexts();
  return (
    <div className={classes.editing}>
      <span>{t('chats:editing')}</span>
      <ActionIcon size={26} aria-label={t('chats:cancel')} onClick={onEnd}>
        <IconX size={16} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}

type Draft = ReturnType<typeof useChatDraft>['draft'];

/** What goes along with the next message. */
function Files({ draft, onChange }: { draft: Draft; onChange(patch: Pick<Draft, 'files'>): void }) {
  const { t } = useTexts();
  if (draft.files.length === 0) return null;
  const drop = (mediaId: string) =>
    onChange({ files: draft.files.filter((file) => file.mediaId !== mediaId) });
  return (
    <ul className={classes.files}>
      {draft.files.map(({ mediaId, name }) => (
        <li key={mediaId} className={classes.file}>
          <IconPaperclip size={15} stroke={1.7} aria-hidden />
          <span className={classes.fileName}>{name}</span>
          <ActionIcon size={22} aria-label={t('chats:dropFile', { name })} onClick={() => drop(mediaId)}>
            <IconX size={14} stroke={1.8} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

interface WritingProps {
  chat: ChatItem;
  userId: number;
  text: string;
  isEmpty: boolean;
  isEditing: boolean;
  onText(text: string): void;
  onFile: Parameters<typeof useAddFiles>[0];
  onSend(): void;
  onRecord(): void;
  onEscape(): void;
}

function Writing({ chat, userId, text, isEmpty, isEditing, ...on }: WritingProps) {
  const { t } = useTexts();
  const field = useRef<HTMLTextAreaElement>(null);
  const addFiles = useAddFiles(on.onFile);
  const suggestions = useMemberSuggestions(chat, userId, field, on.onText);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // While an input method composes a character, every key belongs to it.
    if (event.nativeEvent.isComposing || suggestions.takes(event)) return;
    if (event.key === 'Escape') on.onEscape();
    if (event.key !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    on.onSend();
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0 || isEditing) return;
    event.preventDefault();
    void addFiles(files);
  };
  return (
    <div className={classes.writing}>
      {isEditing ? null : (
        <FileButton multiple onChange={(files) => void addFiles(files)}>
          {({ onClick }) => (
            <ToolButton onClick={onClick} aria-label={t('chats:attach')}>
              <IconPaperclip size={20} stroke={1.6} />
            </ToolButton>
          )}
        </FileButton>
      )}
      <div className={classes.field}>
        <MemberSuggestions {...suggestions} />
        <Textarea
          ref={field}
          aria-label={t('chats:write')}
          placeholder={t('chats:write')}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={MESSAGE_MAX_CHARS}
          autoFocus
          value={text}
          onChange={({ currentTarget }) => on.onText(currentTarget.value)}
          onSelect={suggestions.look}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
      </div>
      {isEmpty && !isEditing ? (
        <ActionIcon
          size={40}
          variant="filled"
          color="orange"
          radius={999}
          aria-label={t('composer:voice.start')}
          title={t('composer:voice.start')}
          onClick={on.onRecord}
        >
          <IconMicrophone size={20} stroke={1.7} />
        </ActionIcon>
      ) : (
        <ActionIcon
          size={40}
          variant="filled"
          color="orange"
          radius={999}
          aria-label={isEditing ? t('chats:save') : t('chats:send')}
          disabled={isEmpty}
          onClick={on.onSend}
        >
          <IconSend2 size={20} stroke={1.7} />
        </ActionIcon>
      )}
    </div>
  );
}
