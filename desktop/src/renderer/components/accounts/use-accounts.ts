import type { Account } from '@balcao/shared/features/accounts/bridge.ts';
import { useBridgeCommand, useBridgeQuery } from '../../kit/bridge-query.ts';

/** The other accounts send no events: the list is polled while it is open. */
const LOOK_EVERY_MS = 4_000;

/** The accounts of this computer; none where the program works with one alone. */
export function useAccounts(wanted = true): Account[] {
  const { data: info } = useBridgeQuery('app.info', null);
  const enabled = wanted && (info?.can.accounts ?? false);
  const { data } = useBridgeQuery('accounts.list', null, { enabled, everyMs: LOOK_EVERY_MS });
  return data ?? [];
}

/** Opens another account beside this one; a browser shows it in a separate page. */
export function useOpenAccount() {
  const open = useBridgeCommand('accounts.open');
  const add = useBridgeCommand('accounts.add');
  const show = ({ url }: { url: string | null }) => {
    if (url) window.open(url, '_blank', 'noopener');
  };
  // A failure shows a toast.
  const ignore = () => {};
  return {
    open: (profile: string) => void open.mutateAsync({ profile }).then(show, ignore),
    add: () => void add.mutateAsync(null).then(show, ignore),
    isPending: open.isPending || add.isPending,
  };
}
