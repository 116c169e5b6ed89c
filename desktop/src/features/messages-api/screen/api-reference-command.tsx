import { DOCS_PATH } from '@balcao/shared/contract/openapi.ts';
import { can } from '@balcao/shared/permissions.ts';
import { IconApi } from '@tabler/icons-react';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import type { PaletteSourceProps } from '../../../renderer/kit/feature.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

export function ApiReferenceCommand({ user, children }: PaletteSourceProps) {
  const { t } = useTexts();
  const { data: session } = useBridgeQuery('session.get', null);
  if (!can(user, 'connections:manage') || !user.company.plan?.useExternalApi) return children([]);
  const open = {
    id: 'apiReference',
    label: t('messagesApi:reference.open'),
    leftSection: <IconApi size={18} stroke={1.6} aria-hidden />,
    onClick: () => window.open(`${session?.serverUrl ?? ''}${DOCS_PATH}`, '_blank', 'noopener'),
  };
  return children([{ place: 'actions', heading: t('layout:palette.actions'), actions: [open] }]);
}
