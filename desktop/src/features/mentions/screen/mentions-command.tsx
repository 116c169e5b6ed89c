import { IconAt } from '@tabler/icons-react';
import { useLayoutDialogs } from '../../../renderer/kit/dialogs-store.ts';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export function MentionsCommand({ children }: PaletteSourceProps) {
  const { t } = useTexts();
  const show = useLayoutDialogs((state) => state.show);
  const open = {
    id: 'mentions',
    label: t('mentions:title'),
    leftSection: <IconAt size={18} stroke={1.6} aria-hidden />,
    onClick: () => show('mentions'),
  };
  return children([{ place: 'actions', heading: t('layout:palette.actions'), actions: [open] }]);
}
