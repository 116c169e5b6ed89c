import { can } from '@balcao/shared/permissions.ts';
import { IconDeviceMobileMessage } from '@tabler/icons-react';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export function TryBotCommand({ user, children }: PaletteSourceProps) {
  const { t } = useTexts();
  if (!can(user, 'queues:manage')) return children([]);
  const tryBot = {
    id: 'tryBot',
    label: t('queues:phone.try'),
    leftSection: <IconDeviceMobileMessage size={18} stroke={1.6} aria-hidden />,
    onClick: () => navigate('/queues/try'),
  };
  return children([{ place: 'actions', heading: t('layout:palette.actions'), actions: [tryBot] }]);
}
