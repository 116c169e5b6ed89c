import { can } from '@balcao/shared/permissions.ts';
import { IconCalendarX } from '@tabler/icons-react';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** The tab of the settings, by its own name. */
export function RetentionCommand({ user, children }: PaletteSourceProps) {
  const { t } = useTexts();
  if (!can(user, 'retention:manage')) return children([]);
  const open = {
    id: 'retention',
    label: t('retention:title'),
    leftSection: <IconCalendarX size={18} stroke={1.6} aria-hidden />,
    onClick: () => navigate('/settings/retention'),
  };
  return children([{ place: 'actions', heading: t('layout:palette.actions'), actions: [open] }]);
}
