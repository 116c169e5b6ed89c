import { useBridgeCommand, useBridgeQuery } from '../kit/bridge-query.ts';
import { useConfirm } from '../kit/use-confirm.tsx';
import { useTexts } from '../kit/use-texts.ts';

/** Leaves at once, or asks first while commands still wait for the server. */
export function useLogout(): () => void {
  const { t } = useTexts();
  const { data: status } = useBridgeQuery('sync.status', null);
  const { mutate: logout } = useBridgeCommand('session.logout');
  const confirm = useConfirm();
  const queued = status?.queued ?? 0;
  return () => {
    if (queued === 0) return logout(null);
    confirm(
      {
        title: t('layout:logoutConfirm'),
        text: t('layout:logoutQueued', { count: queued }),
        confirm: t('layout:logout'),
        harmless: true,
      },
      () => logout(null),
    );
  };
}
