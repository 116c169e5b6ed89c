import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { Invitation } from '@balcao/shared/features/auth/calls.ts';
import type { InvitationLink } from '@balcao/shared/features/users/calls.ts';
import { INVITATION_DAYS } from '@balcao/shared/features/users/limits.ts';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import { afterCommit } from '../../platform/db/after-commit.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { SendMail } from '../../platform/mail.ts';
import { record } from '../audit/audit.service.ts';
import { createAttemptLimit } from '../auth/attempt-limit.ts';
import { fill } from '../auth/reset-texts.ts';
import type { Passwords } from '../sessions/passwords.ts';
import { invitationTexts } from './invitation-texts.ts';
import * as repo from './invitations.repo.ts';
import * as users from './users.repo.ts';
import { lockChangeable } from './users.service.ts';

/** A link in the place of a typed password: it works once and for some days, and whoever has it chooses name and password. */
export interface Invitations {
  /** For a person who was made in this transaction with a password that nobody knows. */
  invite(tx: Tx, companyId: number, userId: number): Promise<InvitationLink>;
  /** The last link works no more. ERR_NO_USER_FOUND, ERR_ALREADY_JOINED, ERR_NO_PERMISSION as `users.service.ts` does. */
  renew(tx: Tx, actor: Actor, userId: number): Promise<InvitationLink>;
  /** The same errors; one that was withdrawn already stays so. */
  withdraw(tx: Tx, actor: Actor, userId: number): Promise<void>;
  /** Whom the link invites, and where. ERR_INVITATION_INVALID, ERR_TOO_MANY_REQUESTS. */
  open(input: { token: string; address: string }): Promise<Invitation>;
  /** The same errors. */
  accept(input: { token: string; name: string; password: string; address: string }): Promise<void>;
  /** Resolves when nothing follows any more. */
  settled(): Promise<void>;
}

interface Dependencies {
  db: Database;
  bus: Bus;
  clock: () => Date;
  passwords: Passwords;
  /** How others reach the server; null: the link begins below it. */
  publicUrl: string | null;
  /** Null: whoever invites passes the link on. */
  sendMail: SendMail | null;
  onError(error: unknown): void;
}

const TOKEN_BYTES = 32;
const DAY_MS = 86_400_000;

export function createInvitations(deps: Dependencies): Invitations {
  const { db, bus, clock, passwords, publicUrl, sendMail } = deps;
  const attempts = createAttemptLimit({
    db,
    clock,
    of: 'invitation link',
    free: { account: 20, address: 20 },
    failures: ['ERR_INVITATION_INVALID'],
  });
  const following = new Set<Promise<void>>();

  function newLink(companyId: number) {
    const token = `${companyId}.${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    const at = clock();
    return { token, hash: hashOf(token), at, expiresAt: new Date(at.getTime() + INVITATION_DAYS * DAY_MS) };
  }

  function send(
    tx: Tx,
    guest: repo.Guest,
    { token, hash, expiresAt }: ReturnType<typeof newLink>,
  ): InvitationLink {
    const link = `${publicUrl ?? ''}/invitation?lang=${guest.language}#${token}`;
    if (sendMail) afterCommit(tx, () => follow(mail(sendMail, guest, { link, hash })));
    return { link, until: expiresAt.toISOString(), mailed: sendMail !== null };
  }

  /** One that does not go is seen: the list says that no mail has left. */
  function follow(work: Promise<void>): void {
    const done = work.catch(deps.onError).finally(() => following.delete(done));
    following.add(done);
  }

  async function mail(
    sendOne: SendMail,
    guest: repo.Guest,
    { link, hash }: { link: string; hash: Buffer },
  ): Promise<void> {
    await sendOne(letterTo(guest, link));
    const { companyId } = guest;
    await db.withCompany(companyId, (tx) => repo.noteMailed(tx, companyId, hash, clock()));
  }

  /** ERR_INVITATION_INVALID */
  async function guestOf(token: string): Promise<repo.Guest & { hash: Buffer }> {
    const companyId = Number(TOKEN.exec(token)?.[1] ?? 0);
    const hash = hashOf(token);
    const guest = await db.readCompany(companyId, (tx) => repo.findOpen(tx, companyId, hash, clock()));
    if (!guest) throw new AppError('ERR_INVITATION_INVALID');
    return { ...guest, hash };
  }

  return {
    async invite(tx, companyId, userId) {
      const link = newLink(companyId);
      return send(tx, await repo.insert(tx, companyId, userId, link), link);
    },

    async renew(tx, actor, userId) {
      const { companyId } = actor;
      await lockChangeable(tx, actor, userId);
      const link = newLink(companyId);
      const guest = await repo.renew(tx, companyId, userId, link);
      if (!guest) throw new AppError('ERR_ALREADY_JOINED');
      await note(tx, actor, 'renew', guest);
      return send(tx, guest, link);
    },

    async withdraw(tx, actor, userId) {
      const { name } = await lockChangeable(tx, actor, userId);
      const withdrawn = await repo.withdraw(tx, actor.companyId, userId);
      if (withdrawn === undefined) throw new AppError('ERR_ALREADY_JOINED');
      if (withdrawn) await note(tx, actor, 'delete', { userId, name });
    },

    open: ({ token, address }) =>
      attempts.guard({ account: networkOf(address) }, async () => {
        const { name, email, companyName } = await guestOf(token);
        return { name, email, companyName };
      }),

    accept: ({ token, name, password, address }) =>
      attempts.guard({ account: networkOf(address) }, async () => {
        const { companyId, userId, hash } = await guestOf(token);
        const passwordHash = await passwords.hash(password);
        await db.withCompany(companyId, async (tx) => {
          await users.lock(tx, companyId, userId);
          if (!(await repo.redeem(tx, companyId, hash, clock())))
            throw new AppError('ERR_INVITATION_INVALID');
          await users.update(tx, companyId, userId, { name, passwordHash });
          await users.dropResets(tx, companyId, userId);
          const what = { action: 'password', entity: 'user', entityId: userId, entityName: name } as const;
          await record(tx, { companyId, actor: { companyId, userId }, ...what });
          announceAccess(tx, bus, { companyId, userId });
        });
      }),

    async settled() {
      await Promise.all(following);
    },
  };
}

/** The company's number leads to its database; the rest nobody guesses, so that there is nothing to slow down in it. */
const TOKEN = /^(\d{1,15})\.[\w-]{43}$/;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A person who was invited has come without the link, which is over then. */
export const haveJoined = repo.remove;

async function note(
  tx: Tx,
  actor: Actor,
  action: 'renew' | 'delete',
  { userId, name }: Pick<repo.Guest, 'userId' | 'name'>,
): Promise<void> {
  const { companyId } = actor;
  await record(tx, { companyId, actor, action, entity: 'invitation', entityId: userId, entityName: name });
}

function letterTo({ name, email, companyName, language }: repo.Guest, link: string) {
  const texts = invitationTexts(language);
  return {
    to: email,
    subject: fill(texts.mailSubject, { company: companyName }),
    text: fill(texts.mailText, { name, company: companyName, link, days: INVITATION_DAYS }),
  };
}
