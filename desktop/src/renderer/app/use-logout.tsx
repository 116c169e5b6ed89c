import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBridgeCommand, useBridgeQuery } from './bridge-query.ts';
import { useTexts } from './use-texts.ts';

/** Leaves at once, or asks first while commands still wait for the server. */
export function useLogout(): () => void {
  const { t } = useTexts();
  const { data: status } = useBridgeQuery('sync.status', null);
  const { mutate: logout } = useBridgeCommand('session.logout');
  const queued = status?.queued ?? 0;
  return () => {
    if (queued === 0) return logout(null);
    modals.openConfirmModal({
      title: t('layout:logoutConfirm'),
      children: <Text size="sm">{t('layout:logoutQueued', { count: queued })}</Text>,
      labels: { confirm: t('layout:logout'), cancel: t('common:cancel') },
      onConfirm: () => logout(null),
    });
  };
}
