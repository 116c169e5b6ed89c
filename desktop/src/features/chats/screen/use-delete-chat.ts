import type { ChatItem } from '@balcao/shared/features/chats/bridge.ts';
import { deleteChat, leaveChat } from '@balcao/shared/features/chats/calls.ts';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Asks before a chat is deleted with all that was said in it. */
export function useDeleteChat(): (chat: ChatItem) => void {
  const { t } = useTexts();
  const confirm = useConfirm();
  const { mutate } = useApiCommand(deleteChat);
  return ({ id: chatId }) =>
    confirm(
      { title: t('chats:deleteTitle'), text: t('chats:deleteConfirm'), confirm: t('common:delete') },
      () => mutate({ params: { chatId } }),
    );
}

/** Asks before a person goes: what was said is not read any more. */
export function useLeaveChat(): (chat: ChatItem) => void {
  const { t } = useTexts();
  const confirm = useConfirm();
  const { mutate } = useApiCommand(leaveChat);
  return ({ id: chatId, users }) =>
    confirm(
      {
        title: t('chats:leave'),
        text: users.length > 1 ? t('chats:leaveConfirm') : t('chats:leaveConfirmLast'),
        confirm: t('chats:leave'),
      },
      () => mutate({ params: { chatId } }),
    );
}
