import { MESSAGE_MAX_CHARS } from '@balcao/shared/constants.ts';
import { ActionIcon, FileButton, Textarea } from '@mantine/core';
import { IconPhotoPlus, IconSend2, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useBridge } from '../../app/bridge-context.tsx';
import { useBridgeQuery } from '../../app/bridge-query.ts';
import { useErrorToast } from '../../app/toasts.tsx';
import { useTexts } from '../../app/use-texts.ts';
import classes from './composer.module.css';
import { type Attachment, toBase64, useAttachments } from './use-attachments.ts';
import { useDraft } from './use-draft.ts';

/** Text and images of one ticket. Enter sends, Shift+Enter breaks the line. */
export function Composer({ ticketId, userId }: { ticketId: number; userId: number }) {
  const { t } = useTexts();
  const { data: status } = useBridgeQuery('sync.status', null);
  const draft = useDraft(ticketId, userId);
  const { attachments, add, remove } = useAttachments();
  const { send, sending } = useSending(ticketId, draft, attachments, remove);
  const [dropping, setDropping] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const empty = draft.body.trim() === '' && attachments.length === 0;

  const placeholder = attachments.length
    ? t('tickets:captionPlaceholder')
    : status?.phase === 'live'
      ? t('tickets:composerPlaceholder')
      : t('tickets:composerOffline');

  return (
    <form
      className={classes.root}
      data-dropping={dropping || undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!empty) void send();
        field.current?.focus();
      }}
      onDragOver={(event) => {
        event.preventDefault();
        setDropping(true);
      }}
      onDragLeave={() => setDropping(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDropping(false);
        add([...event.dataTransfer.files]);
      }}
    >
      {dropping ? <div className={classes.drop}>{t('tickets:dropHere')}</div> : null}
      {attachments.length > 0 ? (
        <AttachmentTray attachments={attachments} onRemove={(one) => remove([one])} />
      ) : null}
      <div className={classes.line}>
        <FileButton accept="image/*" multiple onChange={add}>
          {(props) => (
            <ActionIcon {...props} size={40} aria-label={t('tickets:attach')}>
              <IconPhotoPlus size={22} stroke={1.6} />
            </ActionIcon>
          )}
        </FileButton>
        <Textarea
          ref={field}
          className={classes.field}
          classNames={{ input: classes.input }}
          aria-label={t('tickets:composer')}
          placeholder={placeholder}
          autosize
          minRows={1}
          maxRows={8}
          maxLength={MESSAGE_MAX_CHARS}
          autoFocus
          value={draft.body}
          onChange={(event) => draft.change(event.currentTarget.value)}
          onPaste={(event) => {
            const files = [...event.clipboardData.files];
            if (files.length === 0) return;
            event.preventDefault();
            add(files);
          }}
          onKeyDown={(event) => {
            // While an input method composes a character, Enter belongs to it.
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        <ActionIcon
          type="submit"
          size={40}
          variant="filled"
          color="orange"
          radius={999}
          aria-label={t('tickets:send')}
          disabled={empty}
          loading={sending}
        >
          <IconSend2 size={20} stroke={1.7} />
        </ActionIcon>
      </div>
    </form>
  );
}

interface Draft {
  body: string;
  change: (body: string) => void;
}

/** The field is free at once; if the core refuses the message, its text comes back unless something new stands there. */
function useSending(
  ticketId: number,
  draft: Draft,
  attachments: Attachment[],
  removeAttachments: (gone: readonly Attachment[]) => void,
) {
  const bridge = useBridge();
  const toastError = useErrorToast();
  const [sending, setSending] = useState(false);
  const latest = useRef(draft);
  latest.current = draft;

  const sendImage = async (attachment: Attachment, body: string) => {
    const bytes = await toBase64(attachment.file);
    const { mediaId } = await bridge.invoke('media.add', { name: attachment.file.name || 'image', bytes });
    await bridge.invoke('messages.send', { ticketId, mediaId, body });
    removeAttachments([attachment]);
  };

  const send = async () => {
    if (sending) return;
    let unsent = draft.body.trim();
    draft.change('');
    setSending(attachments.length > 0);
    try {
      if (attachments.length === 0) await bridge.invoke('messages.send', { ticketId, body: unsent });
      // The text is the caption of the first image.
      for (const attachment of attachments) {
        await sendImage(attachment, unsent);
        unsent = '';
      }
    } catch (error) {
      if (latest.current.body === '') latest.current.change(unsent);
      toastError(error);
    } finally {
      setSending(false);
    }
  };

  return { send, sending };
}

interface TrayProps {
  attachments: Attachment[];
  onRemove: (attachment: Attachment) => void;
}

function AttachmentTray({ attachments, onRemove }: TrayProps) {
  const { t } = useTexts();
  return (
    <ul className={classes.tray}>
      {attachments.map((attachment) => (
        <li key={attachment.id} className={classes.attachment}>
          <img src={attachment.url} alt={attachment.file.name} width={72} height={72} />
          <ActionIcon
            className={classes.remove}
            size={22}
            radius="xl"
            variant="filled"
            color="dark"
            aria-label={t('tickets:removeAttachment', { name: attachment.file.name })}
            onClick={() => onRemove(attachment)}
          >
            <IconX size={14} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
