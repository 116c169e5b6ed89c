import { CONNECTION_KINDS } from '@balcao/shared/features/connections/channel.ts';
import { can } from '@balcao/shared/permissions.ts';
import { IconPlugConnected } from '@tabler/icons-react';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** A connection of each kind, to be made. */
export function ConnectCommands({ user, children }: PaletteSourceProps) {
  const { t } = useTexts();
  if (!can(user, 'connections:manage')) return children([]);
  const actions = CONNECTION_KINDS.map((kind) => ({
    id: `connect-${kind}`,
    label: t('connections:connect', { kind: t(`connections:kind.${kind}`) }),
    leftSection: <IconPlugConnected size={18} stroke={1.6} aria-hidden />,
    onClick: () => navigate(`/connections/${kind}`),
  }));
  return children([{ place: 'actions', heading: t('layout:palette.actions'), isSeries: true, actions }]);
}
