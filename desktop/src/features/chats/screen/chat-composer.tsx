import type { ChatDraft, ChatItem, ChatMessageItem } from '@balcao/shared/features/chats/bridge.ts';
import { MESSAGE_MAX_CHARS } from '@balcao/shared/features/messages/limits.ts';
import { ActionIcon, Textarea } from '@mantine/core';
import { IconMicrophone, IconPaperclip, IconSend2, IconX } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react';
import { FileButton } from '../../../renderer/components/file-button.tsx';
import { ToolButton } from '../../../renderer/components/tool-button.tsx';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './chat-composer.module.css';
import type { ChatDraftKeeper } from './chat-draft-keeper.ts';
import { kept, useChatDraft } from './chat-drafts.ts';
import { useChatParts } from './chat-parts.ts';
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
  const { noticeInput, noticeRecording } = useOwnTyping(chat.id);
  return (
    <footer className={classes.composer} onInput={noticeInput}>
      {edited ? (
        <EditedMessage key={edited.id} chat={chat} userId={userId} edited={edited} onEdited={onEdited} />
      ) : (
        <NewMessage chat={chat} userId={userId} onRecording={noticeRecording} />
      )}
    </footer>
  );
}

interface NewProps extends Pick<Props, 'chat' | 'userId'> {
  onRecording(on: boolean): void;
}

function NewMessage({ chat, userId, onRecording }: NewProps) {
  const { RecorderBar } = useChatParts();
  const [isRecording, setRecording] = useState(false);
  const { draft, keeper } = useChatDraft(chat.id, userId);
  const send = useSendDraft(chat, userId, keeper);
  return (
    <>
      <Files files={draft.files} onChange={(files) => keeper.change({ files })} />
      {isRecording ? (
        <RecorderBar
          keeper={keeper}
          onRunning={onRecording}
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
          text={draft.body}
          isEmpty={draft.body.trim() === '' && draft.files.length === 0}
          isEditing={false}
          onText={(body) => keeper.change({ body })}
          onFile={(file) => keeper.change({ files: [...keeper.current().files, file] })}
          onSend={() => void send()}
          onRecord={() => setRecording(true)}
          onEscape={() => {}}
        />
      )}
    </>
  );
}

/** Each file is a message of its own, and the words are the last. What is refused here stands where it was. */
function useSendDraft(chat: ChatItem, userId: number, keeper: ChatDraftKeeper): () => Promise<void> {
  const say = useSay(userId);
  return () =>
    keeper.send(async ({ body, files }) => {
      for (const [index, { mediaId }] of files.entries()) {
        const rest = { body, files: files.slice(index + 1) };
        if (!(await say.file(chat, mediaId, kept(rest)))) return { body, files: files.slice(index) };
      }
      const words = body.trim();
      const isSaid = words === '' || (await say.words(chat, words, kept(NOTHING)));
      return isSaid ? NOTHING : { body, files: [] };
    });
}
const NOTHING: ChatDraft = { body: '', files: [] };

function EditedMessage({ chat, userId, edited, onEdited }: Props & { edited: ChatMessageItem }) {
  const [body, setBody] = useState(edited.message);
  const say = useSay(userId);
  const isEmpty = body.trim() === '' && !edited.media;
  const save = async () => {
    if (!isEmpty && (await say.change(chat, edited.id, body.trim()))) onEdited();
  };
  return (
    <>
      <Editing onEnd={onEdited} />
      <Writing
        chat={chat}
        userId={userId}
        text={body}
        isEmpty={isEmpty}
        isEditing
        onText={setBody}
        onFile={() => {}}
        onSend={() => void save()}
        onRecord={() => {}}
        onEscape={onEdited}
      />
    </>
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

/** What goes along with the next message. */
function Files({
  files,
  onChange,
}: {
  files: ChatDraft['files'];
  onChange(files: ChatDraft['files']): void;
}) {
  const { t } = useTexts();
  const bridge = useBridge();
  if (files.length === 0) return null;
  const drop = (mediaId: string) => {
    onChange(files.filter((file) => file.mediaId !== mediaId));
    bridge.invoke('media.drop', { mediaId }).catch(() => {});
  };
  return (
    <ul className={classes.files}>
      {files.map(({ mediaId, name }) => (
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
