import { PASSKEY_MINUTES } from '@balcao/shared/features/auth/limits.ts';
import { z } from 'zod';
import type { Secrets } from '../../platform/secrets.ts';

/** Whom the company's provider has proven, and the console that waits for them. */
const proven = z.object({
  userId: z.int(),
  challenge: z.string(),
  port: z.int(),
  consoleState: z.string(),
});
export type Proven = z.output<typeof proven>;

const sealedProven = proven.extend({ until: z.int() });

/** The company's number leads to its database. */
const TOKEN = /^(\d{1,15})\.([\w-]+)$/;
const placeOf = (companyId: number) => `company sign-in/${companyId}`;

/**
 * A person who is proven, and whose own code is still to come: sealed into the address of the page that asks for it, for some
 * minutes. Nothing need be stored, and without the code it opens nothing.
 */
export function createOwnSteps({ secrets, clock }: { secrets: Secrets; clock: () => Date }) {
  return {
    tokenOf(companyId: number, who: Proven): string {
      const until = clock().getTime() + PASSKEY_MINUTES * 60_000;
      const sealed = secrets.seal(Buffer.from(JSON.stringify({ ...who, until })), placeOf(companyId));
      return `${companyId}.${sealed.toString('base64url')}`;
    },
    /** Undefined: it is none of ours, or its time is over. */
    whoseIs(token: string): (Proven & { companyId: number }) | undefined {
      const [, company, sealed = ''] = TOKEN.exec(token) ?? [];
      const companyId = Number(company);
      try {
        const opened = secrets.open(Buffer.from(sealed, 'base64url'), placeOf(companyId));
        const { until, ...who } = sealedProven.parse(JSON.parse(opened.toString()));
        return until > clock().getTime() ? { companyId, ...who } : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
