import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useTalkTo } from './use-talk-to.ts';

/** Every colleague, to talk to: so many that only whoever looks for one sees them. */
export function ColleagueCommands({ user, children }: PaletteSourceProps) {
  const { t } = useTexts();
  const { data: people = [] } = useRows('user');
  const talkTo = useTalkTo();
  if (!user.company.plan?.useInternalChat) return children([]);
  const actions = people
    .filter(({ id }) => id !== user.id)
    .map(({ id, name }) => ({
      id: `talk-${id}`,
      label: t('chats:talkWith', { name }),
      leftSection: <PersonAvatar name={name} url={null} size={20} />,
      onClick: () => talkTo(id),
    }));
  return children([{ place: 'typed', heading: t('chats:title'), actions }]);
}
