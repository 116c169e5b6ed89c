import { IconCoffee } from '@tabler/icons-react';
import { useLayoutDialogs } from '../../../renderer/kit/dialogs-store.ts';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { useAwayUntil } from '../../../renderer/kit/use-away-until.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useSetAway } from './use-set-away.ts';

/** To be away, or back. */
export function AwayCommands({ user, children }: PaletteSourceProps) {
  const { t } = useTexts();
  const isAway = useAwayUntil(user.id) !== null;
  const { comeBack } = useSetAway(user.id);
  const show = useLayoutDialogs((state) => state.show);
  const action = {
    id: 'away',
    label: t(isAway ? 'assignment:away.back' : 'assignment:away.set'),
    leftSection: <IconCoffee size={18} stroke={1.6} aria-hidden />,
    onClick: isAway ? comeBack : () => show('away'),
  };
  return children([{ place: 'actions', heading: t('layout:palette.actions'), actions: [action] }]);
}
