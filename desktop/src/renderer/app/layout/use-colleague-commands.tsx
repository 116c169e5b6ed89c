import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import type { SpotlightActionGroupData } from '@mantine/spotlight';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { useRows } from '../../kit/use-rows.ts';
import { useTalkTo } from '../../kit/use-talk-to.ts';
import { useTexts } from '../../kit/use-texts.ts';

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
