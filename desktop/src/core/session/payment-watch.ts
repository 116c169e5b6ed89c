import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import { openBillingLine } from '../sync/billing-line.ts';

/** Keeps a line to the server while the signed-in person may do nothing but pay. */
export function createPaymentWatch(deps: Parameters<typeof openBillingLine>[0]) {
  let watched: number | null = null;
  let stop = () => {};
  return {
    follow(user: SessionUser | null): void {
      const wanted = user?.overdueSince && can(user, 'subscription:view') ? user.id : null;
      if (wanted === watched) return;
      stop();
      watched = wanted;
      stop = wanted === null ? () => {} : openBillingLine(deps);
    },
  };
}
