import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useTalkTo } from './use-talk-to.ts';

/** Every colleague, to talk to. */
export function useColleagueCommands(user: SessionUser): SpotlightActionGroupData[] {
  const { t } = useTexts();
  const { data: people = [] } = useRows('user');
  const talkTo = useTalkTo();
  if (!user.company.plan?.useInternalChat) return [];
  return [
    {
      group: t('chats:title'),
      actions: people
        .filter(({ id }) => id !== user.id)
        .map(({ id, name }) => ({
          id: `talk-${id}`,
          label: t('chats:talkWith', { name }),
          leftSection: <PersonAvatar name={name} url={null} size={20} />,
          onClick: () => talkTo(id),
        })),
    },
  ];
}
