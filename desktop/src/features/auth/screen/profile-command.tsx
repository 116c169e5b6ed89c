import { IconUser } from '@tabler/icons-react';
import { useLayoutDialogs } from '../../../renderer/kit/dialogs-store.ts';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export function ProfileCommand({ children }: PaletteSourceProps) {
  const { t } = useTexts();
  const show = useLayoutDialogs((state) => state.show);
  const edit = {
    id: 'profile',
    label: t('layout:editProfile'),
    leftSection: <IconUser size={18} stroke={1.6} aria-hidden />,
    onClick: () => show('profile'),
  };
  return children([{ place: 'actions', heading: t('layout:palette.actions'), actions: [edit] }]);
}
