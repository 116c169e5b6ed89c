import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { deleteTicketNote } from '@balcao/shared/features/ticket-notes/calls.ts';
import { lazy, Suspense, useState } from 'react';
import { ReactionPicker } from '../../../../renderer/components/reactions/reaction-picker.tsx';
import { useApiCommand } from '../../../../renderer/kit/api-query.ts';
import { useBridgeCommand, useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useNewQuickMessage } from '../../../../renderer/kit/new-quick-message-store.ts';
import { useNewTodo } from '../../../../renderer/kit/new-todo-store.ts';
import { useReplyStore } from '../../../../renderer/kit/reply-store.ts';
import { serverNow } from '../../../../renderer/kit/server-now.ts';
import { useSharing } from '../../../../renderer/kit/share-store.ts';
import { useConfirm } from '../../../../renderer/kit/use-confirm.tsx';
import { useHelpKinds } from '../../../../renderer/kit/use-help-kinds.ts';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { useTranslated } from '../translated-store.ts';
import { type ActionName, actionsFor, textOf } from './actions.ts';
import { useCopyText } from './use-copy-text.ts';

const InfoDialog = lazy(async () => ({ default: (await import('./info-dialog.tsx')).InfoDialog }));
const ForwardDialog = lazy(async () => ({ default: (await import('./forward-dialog.tsx')).ForwardDialog }));

type Dialog =
  | { name: 'react' | 'info'; message: MessageItem }
  | { name: 'forward'; messages: readonly MessageItem[] };

/**
 * Runs the actions of menus and keys; `dialogs` are their dialogs.
 *
 * @param focusMessage afterwards the keys act on the message again
 */
export function useMessageActions(
  ticket: TicketItem,
  agent: { mayWrite: boolean; ownUserId: number },
  focusMessage: (id: string) => void,
) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { reply, noteOn, edit, toggle, endSelection } = useReplyStore();
  const react = useBridgeCommand('messages.react');
  const ticketId = ticket.id;
  const features = featuresOf(ticket.whatsapp);

  const giveReaction = (message: MessageItem, emoji: string) => {
    setDialog(null);
    react.mutate({ id: message.id, ticketId, emoji });
  };
  const confirmDelete = useDelete(ticket.id);
  const copyText = useCopyText();

  const run: Record<ActionName, (message: MessageItem) => void> = {
    reply,
    react: (message) => setDialog({ name: 'react', message }),
    note: (message) => noteOn({ contactId: message.contactId, words: textOf(message) }),
    copy: (message) => copyText(textOf(message)),
    translate: ({ id }) => useTranslated.getState().toggle(id),
    saveQuick: (message) => useNewQuickMessage.getState().ask({ message: textOf(message) }),
    remember: (message) => useNewTodo.getState().ask(ticket, textOf(message)),
    share: ({ id, createdAt }) => useSharing.getState().ask(ticket, { id, createdAt }),
    forward: (message) => setDialog({ name: 'forward', messages: [message] }),
    select: (message) => toggle(ticketId, message),
    info: (message) => setDialog({ name: 'info', message }),
    edit,
    delete: confirmDelete,
  };

  const close = () => {
    setDialog(null);
    const about = dialog?.name === 'forward' ? dialog.messages.at(-1) : dialog?.message;
    if (about) focusMessage(about.id);
  };
  const { data: session } = useBridgeQuery('session.get', null);
  const mayShare = session?.user?.company.plan?.useInternalChat === true;
  const mayTranslate = useHelpKinds(session?.user).includes('translate');
  const offered = (message: MessageItem) =>
    actionsFor(message, { ...agent, mayShare, mayTranslate, now: serverNow().getTime() }, features);
  return {
    giveReaction,
    offered,
    /** Nothing when the message does not allow it. */
    act(name: ActionName, message: MessageItem) {
      if (offered(message).includes(name)) run[name](message);
    },
    forward: (messages: readonly MessageItem[]) => setDialog({ name: 'forward', messages }),
    dialogs: (
      <Dialogs
        dialog={dialog}
        features={features}
        onPick={giveReaction}
        onClose={close}
        onForwarded={() => {
          endSelection();
          close();
        }}
      />
    ),
  };
}

/** Asks first, and deletes a message or a note. */
function useDelete(ticketId: number) {
  const { t } = useTexts();
  const confirm = useConfirm();
  const remove = useBridgeCommand('messages.delete');
  const removeNote = useApiCommand(deleteTicketNote);
  const action = t('conversation:actions.delete');

  return ({ id, mediaType, body }: MessageItem) =>
    mediaType === 'note'
      ? confirm({ title: t('conversation:deleteNote'), text: body, confirm: action }, () =>
          removeNote.mutate({ params: { noteId: id } }),
        )
      : confirm(
          { title: t('conversation:deleteTitle'), text: t('conversation:deleteHint'), confirm: action },
          () => remove.mutate({ id, ticketId }),
        );
}

interface DialogsProps {
  dialog: Dialog | null;
  features: ReturnType<typeof featuresOf>;
  onPick(message: MessageItem, emoji: string): void;
  onClose(): void;
  onForwarded(): void;
}

function Dialogs({ dialog, features, onPick, onClose, onForwarded }: DialogsProps) {
  switch (dialog?.name) {
    case 'react':
      return (
        <ReactionPicker
          features={features}
          own={dialog.message.reactions.find(({ fromMe }) => fromMe)?.emoji}
          onPick={(emoji) => onPick(dialog.message, emoji)}
          onClose={onClose}
        />
      );
    case 'info':
      return (
        <Suspense fallback={null}>
          <InfoDialog message={dialog.message} features={features} onClose={onClose} />
        </Suspense>
      );
    case 'forward':
      return (
        <Suspense fallback={null}>
          <ForwardDialog messages={dialog.messages} onClose={onClose} onDone={onForwarded} />
        </Suspense>
      );
    default:
      return null;
  }
}
