import { featuresOf } from '@balcao/shared/features/connections/channel.ts';
import type { MessageItem } from '@balcao/shared/features/messages/item.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { deleteTicketNote } from '@balcao/shared/features/ticket-notes/calls.ts';
import { useState } from 'react';
import { ReactionPicker } from '../../../../renderer/components/reactions/reaction-picker.tsx';
import { useApiCommand } from '../../../../renderer/kit/api-query.ts';
import { useBridgeCommand, useBridgeQuery } from '../../../../renderer/kit/bridge-query.ts';
import { useNewQuickMessage } from '../../../../renderer/kit/new-quick-message-store.ts';
import { useNewTodo } from '../../../../renderer/kit/new-todo-store.ts';
import { useReplyStore } from '../../../../renderer/kit/reply-store.ts';
import { serverNow } from '../../../../renderer/kit/server-now.ts';
import { useSharing } from '../../../../renderer/kit/share-store.ts';
import { showToast } from '../../../../renderer/kit/toasts.tsx';
import { useConfirm } from '../../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import { type ActionName, actionsFor, textOf } from './actions.ts';
import { ForwardDialog } from './forward-dialog.tsx';
import { InfoDialog } from './info-dialog.tsx';

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
  const { t } = useTexts();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const { reply, edit, toggle, endSelection } = useReplyStore();
  const react = useBridgeCommand('messages.react');
  const remove = useBridgeCommand('messages.delete');
  const removeNote = useApiCommand(deleteTicketNote);
  const ticketId = ticket.id;
  const features = featuresOf(ticket.whatsapp);

  const giveReaction = (message: MessageItem, emoji: string) => {
    setDialog(null);
    react.mutate({ id: message.id, ticketId, emoji });
  };
  const confirm = useConfirm();
  const confirmDelete = (message: MessageItem) =>
    confirm(
      {
        title: t('conversation:deleteTitle'),
        text: t('conversation:deleteHint'),
        confirm: t('conversation:actions.delete'),
      },
      () => remove.mutate({ id: message.id, ticketId }),
    );
  const confirmDeleteNote = (message: MessageItem) =>
    confirm(
      { title: t('conversation:deleteNote'), text: message.body, confirm: t('conversation:actions.delete') },
      () => removeNote.mutate({ params: { noteId: message.id } }),
    );
  const copy = (message: MessageItem) =>
    navigator.clipboard.writeText(textOf(message)).then(
      () => showToast(t('conversation:copied'), {}),
      () => showToast(t('conversation:copyFailed'), { color: 'red' }),
    );

  const run: Record<ActionName, (message: MessageItem) => void> = {
    reply,
    react: (message) => setDialog({ name: 'react', message }),
    copy: (message) => void copy(message),
    saveQuick: (message) => useNewQuickMessage.getState().ask({ message: textOf(message) }),
    remember: (message) => useNewTodo.getState().ask(ticket, textOf(message)),
    share: ({ id, createdAt }) => useSharing.getState().ask(ticket, { id, createdAt }),
    forward: (message) => setDialog({ name: 'forward', messages: [message] }),
    select: (message) => toggle(ticketId, message),
    info: (message) => setDialog({ name: 'info', message }),
    edit,
    delete: (message) => (message.mediaType === 'note' ? confirmDeleteNote : confirmDelete)(message),
  };

  const close = () => {
    setDialog(null);
    const about = dialog?.name === 'forward' ? dialog.messages.at(-1) : dialog?.message;
    if (about) focusMessage(about.id);
  };
  const { data: session } = useBridgeQuery('session.get', null);
  const mayShare = session?.user?.company.plan?.useInternalChat === true;
  const offered = (message: MessageItem) =>
    actionsFor(message, { ...agent, mayShare, now: serverNow().getTime() }, features);
  return {
    giveReaction,
    offered,
    /** Nothing when the message does not allow it. */
    act(name: ActionName, message: MessageItem) {
      if (offered(message).includes(name)) run[name](message);
    },
    forward: (messages: readonly MessageItem[]) => setDialog({ name: 'forward', messages }),
    dialogs: (
      <>
        {dialog?.name === 'react' ? (
          <ReactionPicker
            features={features}
            own={dialog.message.reactions.find(({ fromMe }) => fromMe)?.emoji}
            onPick={(emoji) => giveReaction(dialog.message, emoji)}
            onClose={close}
          />
        ) : null}
        {dialog?.name === 'info' ? (
          <InfoDialog message={dialog.message} features={features} onClose={close} />
        ) : null}
        {dialog?.name === 'forward' ? (
          <ForwardDialog
            messages={dialog.messages}
            onClose={close}
            onDone={() => {
              endSelection();
              close();
            }}
          />
        ) : null}
      </>
    ),
  };
}
