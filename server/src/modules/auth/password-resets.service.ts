import { createHash, randomBytes } from 'node:crypto';
import type { Person } from '@balcao/shared/contract/roles.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { PasswordReset } from '@balcao/shared/features/auth/calls.ts';
import { FIRST_LINK_DAYS, RESET_LINK_MINUTES } from '@balcao/shared/features/auth/limits.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { announceAccess } from '../../platform/access-changes.ts';
import type { Bus } from '../../platform/bus.ts';
import type { Tx } from '../../platform/db/client.ts';
import type { Database } from '../../platform/db/database.ts';
import { networkOf } from '../../platform/http/network.ts';
import type { SendMail } from '../../platform/mail.ts';
import { record } from '../audit/audit.service.ts';
import type { Passwords } from '../sessions/passwords.ts';
import { endSessions, removePasskeys } from '../sessions/sessions.service.ts';
import { lockUser, storePassword } from './accounts.repo.ts';
import { createAttemptLimit } from './attempt-limit.ts';
import * as repo from './password-resets.repo.ts';
import { fill, resetTexts } from './reset-texts.ts';

/** New passwords for those who have forgotten theirs, by a link that works once. */
export interface PasswordResets {
  /** Answers the same, and as fast, whether there is such a person or not; the rest follows. ERR_TOO_MANY_REQUESTS. */
  forgot(input: { email: string; address: string }): Promise<void>;
  /** Ends every session of the person. ERR_RESET_LINK_INVALID, ERR_TOO_MANY_REQUESTS. */
  reset(input: { token: string; password: string; address: string }): Promise<void>;
  list(tx: Tx): Promise<PasswordReset[]>;
  /** Without a public address the link begins below the server's. ERR_RESET_LINK_INVALID for a request that is over. */
  createLink(tx: Tx, actor: Person, resetId: number): Promise<{ link: string; expiresAt: string }>;
  /** Resolves when nothing follows any more. */
  settled(): Promise<void>;
}

interface Dependencies {
  db: Database;
  bus: Bus;
  clock: () => Date;
  passwords: Passwords;
  /** How others reach the server. What a request says of that may be a lie, and somebody types a password there. */
  publicUrl: string | null;
  /** Null: operators hand the links out. */
  sendMail: SendMail | null;
  onError(error: unknown): void;
}

const TOKEN_BYTES = 32;

export function createPasswordResets(deps: Dependencies): PasswordResets {
  const { db, bus, clock, passwords, publicUrl, sendMail } = deps;
  /** A mailbox is not to be filled by strangers. */
  const requests = createAttemptLimit({ db, clock, of: 'reset request', free: { account: 3, address: 20 } });
  const attempts = createAttemptLimit({
    db,
    clock,
    of: 'reset link',
    free: { account: 20, address: 20 },
    failures: ['ERR_RESET_LINK_INVALID'],
  });
  const following = new Set<Promise<void>>();

  async function answer(email: string): Promise<void> {
    const person = await db.asSystem((tx) => repo.findForgetful(tx, email));
    if (!person) return;
    const { companyId } = person;
    if (!sendMail)
      return db.withCompany(companyId, async (tx) => {
        // Two requests at once would both be the first.
        await lockUser(tx, companyId, person.userId);
        await repo.request(tx, person, clock());
      });
    const { token, ...ticket } = newTicket(clock(), RESET_LINK_MINUTES);
    // Not sent, it stays in the operator's list.
    const id = await db.withCompany(companyId, (tx) => repo.requestWithLink(tx, person, clock(), ticket));
    await sendMail(invitation(person, linkOf(publicUrl, person.language, token)));
    await db.withCompany(companyId, (tx) => repo.noteMailed(tx, companyId, id, clock()));
  }

  return {
    forgot: ({ email, address }) =>
      requests.guard({ account: email, address }, async () => {
        const work = answer(email)
          .catch(deps.onError)
          .finally(() => following.delete(work));
        following.add(work);
      }),

    reset: ({ token, password, address }) =>
      attempts.guard({ account: networkOf(address) }, async () => {
        const hash = hashOf(token);
        const person = await db.asSystem((tx) => repo.findOpen(tx, hash, clock()));
        if (!person) throw new AppError('ERR_RESET_LINK_INVALID');
        const passwordHash = await passwords.hash(password);
        const { companyId, userId } = person;
        await db.withCompany(companyId, async (tx) => {
          await lockUser(tx, companyId, userId);
          if (!(await repo.redeem(tx, person, hash, clock()))) throw new AppError('ERR_RESET_LINK_INVALID');
          const entityName = await storePassword(tx, companyId, userId, passwordHash);
          await removePasskeys(tx, { companyId, userId });
          await endSessions(tx, companyId, { userId, by: 'password' });
          const what = { action: 'password', entity: 'user', entityId: userId, entityName } as const;
          await record(tx, { companyId, actor: person, ...what });
          announceAccess(tx, bus, person);
        });
      }),

    list: repo.listOpen,

    async createLink(tx, actor, resetId) {
      const { token, ...ticket } = newTicket(clock(), RESET_LINK_MINUTES);
      const asked = await repo.giveLink(tx, resetId, ticket);
      if (!asked) throw new AppError('ERR_RESET_LINK_INVALID');
      const { companyId, userId, name, language } = asked;
      const what = { action: 'password', entity: 'user', entityId: userId, entityName: name } as const;
      await record(tx, { companyId, actor, ...what });
      return {
        link: linkOf(publicUrl, language, token),
        expiresAt: ticket.expiresAt.toISOString(),
      };
    },

    async settled() {
      await Promise.all(following);
    },
  };
}

/** Opens the link with which a person chooses the first password, like that of a forgotten one. */
export async function openFirstLink(
  tx: Tx,
  person: Pick<repo.Forgetful, 'companyId' | 'userId' | 'language'>,
  { at, publicUrl }: { at: Date; publicUrl: string | null },
): Promise<string> {
  const { token, ...ticket } = newTicket(at, FIRST_LINK_DAYS * 24 * 60);
  await repo.requestWithLink(tx, person, at, ticket);
  return linkOf(publicUrl, person.language, token);
}

function newTicket(at: Date, minutes: number): { token: string; hash: Buffer; expiresAt: Date } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOf(token), expiresAt: new Date(at.getTime() + minutes * 60_000) };
}

/** Random and long: there is nothing to slow down. */
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** In the fragment the token is in no log of any server or proxy. */
const linkOf = (publicUrl: string | null, language: Language, token: string): string =>
  `${publicUrl ?? ''}/reset-password?lang=${language}#${token}`;

function invitation({ name, email, language }: repo.Forgetful, link: string) {
  const texts = resetTexts(language);
  return {
    to: email,
    subject: texts.mailSubject,
    text: fill(texts.mailText, { name, link, minutes: RESET_LINK_MINUTES }),
  };
}
