import type { SessionUser } from '@balcao/shared/api/auth.ts';
import type { Draft } from '@balcao/shared/bridge/composer.ts';
import type { TicketItem } from '@balcao/shared/bridge/methods.ts';
import { MESSAGE_MAX_CHARS, SCHEDULE } from '@balcao/shared/constants.ts';
import { mediaKind } from '@balcao/shared/domain/media-kind.ts';
import { signatureLength } from '@balcao/shared/domain/signature.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { FilledText } from '../../components/filled-text.tsx';
import { useBridge } from '../../kit/bridge-context.tsx';
import { useBridgeQuery } from '../../kit/bridge-query.ts';
import { useReplyStore } from '../../kit/reply-store.ts';
import { useScheduling } from '../../kit/scheduling-store.ts';
import { showToast, useErrorToast } from '../../kit/toasts.tsx';
import { useStableHandlers } from '../../kit/use-stable-handlers.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { AttachmentTray } from './attachment-tray.tsx';
import classes from './composer.module.css';
import { ComposerBar } from './composer-bar.tsx';
import { Counter } from './counter.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import { DropArea } from './drop-area.tsx';
import { EditLine } from './edit-line.tsx';
import { HeldBar } from './held-bar.tsx';
import { QuoteBar } from './quote-bar.tsx';
import { TextField } from './text-field.tsx';
import { UploadBar } from './upload-bar.tsx';
import { useAttachments } from './use-attachments.ts';
import { useDraftKeeper, useDraftPart } from './use-draft.ts';
import { useHabits } from './use-habits.ts';
import { useSending } from './use-sending.ts';
import { useTypingAnywhere } from './use-typing-anywhere.ts';
import { useVariables, type Variables } from './use-variables.ts';
import { RecorderBar } from './voice/recorder-bar.tsx';

interface Props {
  ticket: TicketItem;
  user: SessionUser;
  /** A voice note is being recorded, or no longer. */
  onRecording(on: boolean): void;
}

/** Where the agent writes to one customer, or a note about them to colleagues. Everything here lives in the draft. */
export function Composer({ ticket, user, onRecording }: Props) {
  const { t } = useTexts();
  const keeper = useDraftKeeper(ticket.id, user.id);
  const mode = useDraftPart(keeper, (draft) => draft.mode);
  const files = useDraftPart(keeper, (draft) => draft.files);
  const quotedMsgId = useDraftPart(keeper, (draft) => draft.quotedMsgId);
  const isNote = mode === 'note';
  const { habits, change } = useHabits();
  const attachments = useAttachments(keeper);
  const [recording, setRecording] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const limit = MESSAGE_MAX_CHARS - (habits.sign ? signatureLength(user.name) : 0);
  const variables = useVariables(ticket, user);
  const { send, sending } = useSending(ticket.id, user.id, keeper, limit, variables.fill);
  useReplies(ticket, keeper, field);
  useTypingAnywhere(form, field);
  const { editing, clear } = useReplyStore();
  const isEditing = editing?.contactId === ticket.contactId;
  // What was recorded becomes a file of the draft; the microphone does not begin anew when the edit is done.
  if (isEditing && recording) setRecording(false);
  const { ask } = useScheduling();

  const submit = () => {
    // Without it the message would be another one.
    if (attachments.arriving > 0 && !isNote) showToast(t('composer:files.wait'));
    else void send();
    field.current?.focus();
  };
  const schedule = () => {
    const { body, files } = keeper.current();
    const picture = scheduledPicture(files);
    ask({
      contact: { id: ticket.contactId, name: ticket.contact.name, number: ticket.contact.number },
      body: body || (picture?.caption ?? ''),
      file: picture,
      // It is not to be sent now as well; what was written since stays.
      onSaved: (mediaId) => {
        const now = keeper.current();
        keeper.change({
          body: now.body === body ? '' : now.body,
          files: now.files.filter((file) => file.mediaId !== mediaId),
        });
      },
    });
  };

  // Its two dozen buttons are drawn once.
  const bar = useStableHandlers({
    onFiles: attachments.add,
    onRecord: () => setRecording(true),
    onSchedule: schedule,
  });

  return (
    <form
      ref={form}
      className={classes.root}
      data-note={isNote || undefined}
      aria-label={t('composer:title')}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <DropArea form={form} onFiles={attachments.add} />
      <UploadBar ticketId={ticket.id} />
      <HeldBar ticketId={ticket.id} keeper={keeper} />
      {quotedMsgId && !isNote ? (
        <QuoteBar messageId={quotedMsgId} onCancel={() => keeper.change({ quotedMsgId: null })} />
      ) : null}
      {(files.length > 0 || attachments.arriving > 0) && !isNote ? (
        <AttachmentTray files={files} attachments={attachments} />
      ) : null}
      {editing && isEditing ? (
        <EditLine
          key={editing.id}
          message={editing}
          sendKey={habits.sendKey}
          variables={variables}
          onEnd={clear}
        />
      ) : recording ? (
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
        <>
          <Field
            key={mode}
            keeper={keeper}
            field={field}
            variables={variables}
            sendKey={habits.sendKey}
            onSend={submit}
            onFiles={attachments.add}
          />
          <Filled keeper={keeper} variables={variables} />
          <Counter keeper={keeper} limit={limit} />
          <ComposerBar
            keeper={keeper}
            field={field}
            habits={habits}
            change={change}
            sending={sending}
            limit={limit}
            onFiles={bar.onFiles}
            onRecord={bar.onRecord}
            {...(user.company.plan?.useSchedules ? { onSchedule: bar.onSchedule } : {})}
          />
        </>
      )}
    </form>
  );
}

/** A scheduled message has room for one. */
const scheduledPicture = (files: Draft['files']) =>
  files.length === 1
    ? (files.find(({ mime }) => SCHEDULE.files.some((type) => type === mime)) ?? null)
    : null;

/** A note is for colleagues and says what stands there. */
function Filled({ keeper, variables }: Pick<FieldProps, 'keeper' | 'variables'>) {
  const text = useDraftPart(keeper, ({ mode, body, files }) =>
    mode === 'message'
      ? [body, ...files.map(({ caption }) => caption)].filter((part) => part.includes('{{')).join('\n')
      : '',
  );
  return <FilledText text={text} fill={variables.fill} />;
}

interface FieldProps {
  variables: Variables;
  keeper: DraftKeeper;
  field: RefObject<HTMLTextAreaElement | null>;
  sendKey: 'enter' | 'ctrlEnter';
  onSend(): void;
  onFiles(files: File[]): void;
}

/** The only part that is drawn anew with each letter. */
function Field({ keeper, field, variables, sendKey, onSend, onFiles }: FieldProps) {
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();
  const { data: status } = useBridgeQuery('sync.status', null);
  const isNote = useDraftPart(keeper, (draft) => draft.mode === 'note');
  const text = useDraftPart(keeper, (draft) => (isNote ? draft.note : draft.body));
  const hasCaption = useDraftPart(keeper, (draft) =>
    draft.files.some(({ mime }) => mediaKind(mime) !== 'audio'),
  );

  const addQuickFile = (id: number) => {
    bridge
      .invoke('media.ofQuickMessage', { id })
      .then((file) => keeper.change({ files: [...keeper.current().files, file] }))
      .catch(toastError);
  };
  const placeholder = isNote
    ? t('composer:placeholder.note')
    : hasCaption
      ? t('composer:placeholder.caption')
      : status?.phase === 'live'
        ? t('composer:placeholder.message')
        : t('composer:placeholder.offline');

  return (
    <TextField
      field={field}
      label={isNote ? t('composer:note') : t('composer:message')}
      placeholder={placeholder}
      value={text}
      onChange={(next) => keeper.change(isNote ? { note: next } : { body: next })}
      sendKey={sendKey}
      onSend={onSend}
      onEscape={() => keeper.change({ quotedMsgId: null })}
      variables={variables}
      {...(isNote ? {} : { onFiles, onQuickFile: addQuickFile })}
      onModeKey={() => keeper.change({ mode: isNote ? 'message' : 'note' })}
    />
  );
}

/** A message that the log wants answered becomes part of the draft; one of another contact is none of ours. */
function useReplies(
  { contactId }: TicketItem,
  keeper: DraftKeeper,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const { replyTo, clear } = useReplyStore();
  useEffect(() => {
    if (replyTo?.contactId !== contactId) return;
    keeper.change({ quotedMsgId: replyTo.id, mode: 'message' });
    clear();
    field.current?.focus();
  }, [contactId, replyTo, clear, keeper, field]);
}
