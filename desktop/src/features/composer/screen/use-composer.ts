import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import { signatureLength } from '@balcao/shared/features/messages/signature.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { useRef, useState } from 'react';
import { useReplyStore } from '../../../renderer/kit/reply-store.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useVariables } from '../../../renderer/kit/use-variables.ts';
import { useAnswerTime } from './service-window.tsx';
import { useAttachments } from './use-attachments.ts';
import { useColleagues } from './use-colleagues.ts';
import { useDraftKeeper, useDraftPart } from './use-draft.ts';
import { useHabits } from './use-habits.ts';
import { useReplies } from './use-replies.ts';
import { useSending } from './use-sending.ts';
import { useTypingAnywhere } from './use-typing-anywhere.ts';

/** The state of one ticket's composer, and its actions. */
export function useComposer(ticket: TicketItem, user: SessionUser) {
  const { t } = useTexts();
  const keeper = useDraftKeeper(ticket.id, user.id);
  const mode = useDraftPart(keeper, (draft) => draft.mode);
  const { habits, change } = useHabits();
  const attachments = useAttachments(keeper);
  const [isRecording, setRecording] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const features = featuresOf(ticket.whatsapp);
  const answerTime = useAnswerTime(ticket);
  const limit = features.textChars - (habits.sign ? signatureLength(user.name) : 0);
  const variables = useVariables(ticket, user);
  const colleagues = useColleagues(ticket, user);
  const { send, sending } = useSending(ticket.id, user.id, keeper, limit, {
    fill: variables.fill,
    namedIn: colleagues.namedIn,
    isMail: ticket.channel === 'mail',
  });
  useReplies(ticket, keeper, field);
  useTypingAnywhere(form, field);
  const { editing, clear } = useReplyStore();
  const edited = editing?.contactId === ticket.contactId ? editing : null;
  // What was recorded becomes a file of the draft; the microphone does not begin again when the edit is done.
  if (edited && isRecording) setRecording(false);
  return {
    keeper,
    mode,
    form,
    field,
    habits,
    changeHabits: change,
    variables,
    colleagues,
    limit,
    answerTime,
    mayRecord: features.voiceNote,
    mayMark: features.marks || mode === 'note',
    attachments,
    edited,
    endEdit: clear,
    isRecording,
    setRecording,
    send,
    sending,
    submit() {
      // Without it the message would have another meaning.
      if (answerTime === 0 && mode === 'message')
        showToast(t('composer:window.closed', { channel: t(`tickets:channel.${ticket.channel}`) }));
      else if (attachments.arriving > 0 && mode === 'message') showToast(t('composer:files.wait'));
      else void send();
      field.current?.focus();
    },
  };
}

export type ComposerState = ReturnType<typeof useComposer>;
