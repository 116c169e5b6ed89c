import { openChatOfTwo } from '@balcao/shared/features/chats/calls.ts';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';

/** Opens the one chat with a colleague; one that is there needs no network. */
export function useTalkTo(): (userId: number) => void {
  const { data } = useBridgeQuery('chats.list', { search: '' });
  const { mutate } = useApiCommand(openChatOfTwo);
  return (userId) => {
    const known = data?.chats.find(({ ofTwo, users }) => ofTwo && users.some((one) => one.userId === userId));
    if (known) navigate(`/chats/${known.uuid}`);
    else mutate({ body: { userId } }, { onSuccess: ({ uuid }) => navigate(`/chats/${uuid}`) });
  };
}
