import type { UserView } from '@balcao/shared/features/users/calls.ts';
import type { UserRecord } from './users.repo.ts';

export function presentUser(user: UserRecord): UserView {
  const { id, name, email, profile, companyId, whatsappId, queues, online, secondFactor } = user;
  return {
    id,
    name,
    email,
    profile,
    super: user.super,
    allTicket: user.allTicket ? 'enable' : 'disable',
    companyId,
    whatsappId,
    queues,
    online,
    secondFactor,
    invitation: user.isInvited
      ? { until: user.invitedUntil?.toISOString() ?? null, mailedAt: user.mailedAt?.toISOString() ?? null }
      : null,
  };
}
