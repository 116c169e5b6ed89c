import { randomBytes } from 'node:crypto';
import type { RouteInput } from '@balcao/shared/contract/call.ts';
import { PAGE_SIZE } from '@balcao/shared/contract/limits.ts';
import type { Person } from '@balcao/shared/contract/roles.ts';
import { acceptInvitation, openInvitation } from '@balcao/shared/features/auth/calls.ts';
import * as contracts from '@balcao/shared/features/users/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Database } from '../../platform/db/database.ts';
import { register } from '../../platform/http/route.ts';
import type { Log } from '../../platform/log.ts';
import { createMailer } from '../../platform/mail.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { Passwords } from '../sessions/passwords.ts';
import type { TicketsService } from '../tickets/tickets.service.ts';
import { serveInvitationPage } from './invitation-page/invitation-page.ts';
import { createInvitations, type Invitations } from './invitations.service.ts';
import { presentUser } from './users.presenter.ts';
import * as repo from './users.repo.ts';
import * as users from './users.service.ts';
import { loadDirectory } from './users.sync.ts';

export interface UserDependencies {
  config: Pick<Config, 'publicUrl' | 'mail'>;
  db: Database;
  bus: Bus;
  log: Log;
  clock: () => Date;
  auth: AuthService;
  passwords: Passwords;
  tickets: TicketsService;
}

/** The choices of a select end somewhere. */
const MAX_CHOICES = 5_000;

export function userRoutes(app: FastifyInstance, deps: UserDependencies): void {
  const { config, db, bus, log, passwords } = deps;
  const invitations = createInvitations({
    ...deps,
    publicUrl: config.publicUrl,
    sendMail: config.mail && createMailer(config.mail),
    onError: (error) => log.warn({ err: error }, 'invitation'),
  });
  invitationRoutes(app, invitations);

  register(app, contracts.listUsers, async ({ query: { searchParam, pageNumber = 1 } }, { tx, actor }) => {
    const limit = pageNumber === 'all' ? MAX_CHOICES : PAGE_SIZE;
    const offset = pageNumber === 'all' ? 0 : (Math.max(pageNumber, 1) - 1) * limit;
    const rows = await repo.list(tx, actor.companyId, searchParam, { offset, limit: limit + 1 });
    const count = await repo.count(tx, actor.companyId, searchParam);
    return { users: rows.slice(0, limit).map(presentUser), count, hasMore: rows.length > limit };
  });
  register(app, contracts.listColleagues, (_input, { tx, actor }) => loadDirectory(tx, actor.companyId));
  register(app, contracts.listLoads, (_input, { tx, actor }) => repo.loads(tx, actor.companyId));
  register(app, contracts.getUser, async ({ params }, { tx, actor }) =>
    presentUser(await users.get(tx, actor, params.userId)),
  );

  register(app, contracts.createUser, async ({ body: { password, ...fields } }, { actor }) => {
    // One that nobody knows, until the invitation brings another.
    const passwordHash = await passwords.hash(password ?? randomBytes(24).toString('base64url'));
    return async (tx) => {
      const user = await users.create(tx, actor, { ...fields, passwordHash });
      if (password !== undefined) return { ...user, invited: null };
      const invited = await invitations.invite(tx, actor.companyId, user.id);
      return { ...user, invitation: { until: invited.until, mailedAt: null }, invited };
    };
  });
  register(app, contracts.updateUser, async ({ params, body }, { actor, sessionId }) => {
    const { password, currentPassword, ...fields } = body;
    const id = params.userId;
    await assertOwnPassword(actor, id, body);
    const passwordHash = password === undefined ? undefined : await passwords.hash(password);
    return (tx) => {
      announceAccess(tx, bus, { companyId: actor.companyId, userId: id });
      return users.update(tx, actor, { id, fields: { ...fields, passwordHash }, sessionId });
    };
  });
  register(app, contracts.deleteUser, ({ params }, { tx, actor }) => {
    announceAccess(tx, bus, { companyId: actor.companyId, userId: params.userId });
    return users.remove(tx, actor, params.userId, deps.tickets);
  });
  register(app, contracts.removeSecondFactor, ({ params }, { tx, actor }) => {
    announceAccess(tx, bus, { companyId: actor.companyId, userId: params.userId });
    return users.removeSecondFactor(tx, actor, params.userId);
  });

  /**
   * A stranger who finds a session open must not take the account over: the own e-mail and password change with the
   * current password only. ERR_WRONG_PASSWORD, ERR_TOO_MANY_REQUESTS {seconds}.
   */
  async function assertOwnPassword(
    actor: Person,
    id: number,
    { email, password, currentPassword = '' }: RouteInput<typeof contracts.updateUser>['body'],
  ): Promise<void> {
    if (id !== actor.userId || (email === undefined && password === undefined)) return;
    const me = await db.readCompany(actor.companyId, (tx) => users.get(tx, actor, id));
    if (password !== undefined || email !== me.email) await deps.auth.confirmPassword(actor, currentPassword);
  }
}

function invitationRoutes(app: FastifyInstance, invitations: Invitations): void {
  app.addHook('onClose', () => invitations.settled());
  register(app, contracts.renewInvitation, ({ params }, { tx, actor }) =>
    invitations.renew(tx, actor, params.userId),
  );
  register(app, contracts.withdrawInvitation, ({ params }, { tx, actor }) =>
    invitations.withdraw(tx, actor, params.userId),
  );
  register(app, openInvitation, ({ body }, { request }) =>
    invitations.open({ ...body, address: request.ip }),
  );
  register(app, acceptInvitation, ({ body }, { request }) =>
    invitations.accept({ ...body, address: request.ip }),
  );
  serveInvitationPage(app);
}
