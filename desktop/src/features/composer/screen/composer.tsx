import type { HelpWanted } from '@balcao/shared/features/agent-help/calls.ts';
import type { HelpKind } from '@balcao/shared/features/agent-help/kinds.ts';
import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { FileListRow } from '@balcao/shared/features/file-lists/row.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useUndo } from '../../../renderer/components/ticket/use-undo.tsx';
import { useMacroPick } from '../../../renderer/kit/macro-store.ts';
import { useHelpKinds } from '../../../renderer/kit/use-help-kinds.ts';
import { useStableHandlers } from '../../../renderer/kit/use-stable-handlers.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { HelpBar } from './ai-help/help-bar.tsx';
import { isProposedText, useAiHelp } from './ai-help/use-ai-help.ts';
import { AttachmentTray } from './attachment-tray.tsx';
import classes from './composer.module.css';
import { ComposerBar } from './composer-bar.tsx';
import { Counter } from './counter.tsx';
import { DraftField, FilledDraft } from './draft-field.tsx';
import { DropArea } from './drop-area.tsx';
import { EditLine } from './edit-line.tsx';
import { HeldBar } from './held-bar.tsx';
import { LeavingBar } from './leaving-bar.tsx';
import { MailLines } from './mail-lines.tsx';
import { QuoteBar } from './quote-bar.tsx';
import { ServiceWindow } from './service-window.tsx';
import { UploadBar } from './upload-bar.tsx';
import { type ComposerState, useComposer } from './use-composer.ts';
import { useDraftPart } from './use-draft.ts';
import { useScheduleDraft } from './use-schedule-draft.ts';
import { RecorderBar } from './voice/recorder-bar.tsx';

interface Props {
  ticket: TicketItem;
  user: SessionUser;
  /** A voice note is being recorded, or no longer. */
  onRecording(on: boolean): void;
}

/** The field for writing to one customer, or a note about them to colleagues. Its whole state is in the draft. */
export function Composer({ ticket, user, onRecording }: Props) {
  const { t } = useTexts();
  const composer = useComposer(ticket, user);
  const { keeper, mode, form, attachments, edited, variables } = composer;
  const schedule = useScheduleDraft(ticket, keeper);
  const kinds = useHelpKinds(user);
  const { help, ask, drop, settle } = useAiHelp(ticket.id);
  const offerUndo = useUndo();
  const takeProposal = (text: string) => {
    const before = keeper.current().body;
    keeper.change({ body: text });
    settle('kept');
    if (before.trim() !== '') offerUndo(t('agentHelp:used'), async () => keeper.change({ body: before }));
    composer.field.current?.focus();
  };
  return (
    <form
      ref={form}
      className={classes.root}
      data-note={mode === 'note' || undefined}
      aria-label={t('composer:title')}
      onSubmit={(event) => {
        event.preventDefault();
        composer.submit();
      }}
    >
      <DropArea form={form} onFiles={attachments.add} />
      <UploadBar ticketId={ticket.id} />
      <HeldBar ticketId={ticket.id} keeper={keeper} />
      <LeavingBar keeper={keeper} />
      {mode === 'message' && !edited ? <ServiceWindow ticket={ticket} left={composer.answerTime} /> : null}
      {mode === 'message' && !edited && ticket.channel === 'mail' ? (
        <MailLines ticketId={ticket.id} keeper={keeper} />
      ) : null}
      {mode === 'message' ? <Enclosed composer={composer} /> : null}
      {help && mode === 'message' ? (
        <HelpBar
          help={help}
          ticket={ticket}
          onUse={takeProposal}
          onAgain={() => ask(help.wanted)}
          onDrop={() => (help.given && isProposedText(help.wanted.kind) ? settle('dropped') : drop())}
        />
      ) : null}
      {edited ? (
        <EditLine
          key={edited.id}
          message={edited}
          sendKey={composer.habits.sendKey}
          variables={variables}
          onEnd={composer.endEdit}
        />
      ) : composer.isRecording ? (
        <RecorderBar
          keeper={keeper}
          onRunning={onRecording}
          onEnd={() => composer.setRecording(false)}
          onSend={() => {
            composer.setRecording(false);
            composer.submit();
          }}
        />
      ) : (
        <Writing
          composer={composer}
          contactId={ticket.contactId}
          help={kinds}
          onHelp={ask}
          onMacro={(macroId) => useMacroPick.getState().ask(ticket, macroId)}
          {...(user.company.plan?.useSchedules ? { onSchedule: schedule } : {})}
        />
      )}
    </form>
  );
}

/** The attachments of the text: the message that it answers, and files. */
function Enclosed({ composer: { keeper, attachments } }: { composer: ComposerState }) {
  const files = useDraftPart(keeper, (draft) => draft.files);
  const quotedMsgId = useDraftPart(keeper, (draft) => draft.quotedMsgId);
  return (
    <>
      {quotedMsgId ? (
        <QuoteBar messageId={quotedMsgId} onCancel={() => keeper.change({ quotedMsgId: null })} />
      ) : null}
      {files.length > 0 || attachments.arriving > 0 ? (
        <AttachmentTray files={files} attachments={attachments} />
      ) : null}
    </>
  );
}

/** The field and its surroundings. */
function Writing({
  composer,
  contactId,
  help,
  onHelp,
  onMacro,
  onSchedule,
}: {
  composer: ComposerState;
  contactId: number;
  help: readonly HelpKind[];
  onHelp: (wanted: HelpWanted) => void;
  onMacro: (macroId: number) => void;
  onSchedule?: () => void;
}) {
  const { keeper, mode, field, habits, variables, colleagues, limit, attachments } = composer;
  // Its two dozen buttons are drawn once.
  const bar = useStableHandlers({
    onFiles: attachments.add,
    onList: (list: FileListRow) => void attachments.addList(list),
    onRecord: () => composer.setRecording(true),
    onSchedule: () => onSchedule?.(),
    onHelp,
  });
  return (
    <>
      <DraftField
        key={mode}
        keeper={keeper}
        field={field}
        mayMark={composer.mayMark}
        variables={variables}
        colleagues={colleagues}
        sendKey={habits.sendKey}
        onSend={composer.submit}
        onFiles={attachments.add}
        onMacro={onMacro}
      />
      <FilledDraft keeper={keeper} variables={variables} />
      <Counter keeper={keeper} limit={limit} />
      <ComposerBar
        keeper={keeper}
        field={field}
        mayMark={composer.mayMark}
        habits={habits}
        change={composer.changeHabits}
        sending={composer.sending}
        limit={limit}
        onFiles={bar.onFiles}
        onList={bar.onList}
        contactId={contactId}
        help={help}
        onHelp={bar.onHelp}
        {...(composer.mayRecord ? { onRecord: bar.onRecord } : {})}
        {...(onSchedule ? { onSchedule: bar.onSchedule } : {})}
      />
    </>
  );
}
