import { AppError } from '@balcao/shared/errors.ts';
import type { Secrets } from './secrets.ts';

/** Somebody whom a campaign has written to by e-mail. */
export interface Subscriber {
  companyId: number;
  recipientId: number;
  /** Where the mail went, in small letters. */
  address: string;
}

/** Where whoever gets a campaign by e-mail leaves its list: an address of their own that works as long as the company does. */
export interface UnsubscribeLinks {
  /** Null while this server has no address that others reach. */
  of(subscriber: Subscriber): string | null;
  /** ERR_UNSUBSCRIBE_LINK for what was not made here. */
  open(token: string): Subscriber;
}

const TOKEN = /^(\d{1,15})\.([\w-]{1,900})$/;

export function createUnsubscribeLinks(deps: {
  secrets: Pick<Secrets, 'seal' | 'open'>;
  publicUrl: string | null;
}): UnsubscribeLinks {
  return {
    of({ companyId, recipientId, address }) {
      if (deps.publicUrl === null) return null;
      // Sealed: neither logs nor a browser's history learn whose address it is.
      const said = Buffer.from(JSON.stringify([recipientId, address]));
      const sealed = deps.secrets.seal(said, place(companyId)).toString('base64url');
      return `${deps.publicUrl}/unsubscribe/${companyId}.${sealed}`;
    },
    open(token) {
      const [, company = '', sealed = ''] = TOKEN.exec(token) ?? [];
      const companyId = Number(company);
      try {
        const said = deps.secrets.open(Buffer.from(sealed, 'base64url'), place(companyId)).toString();
        const [recipientId, address] = JSON.parse(said) as [number, string];
        return { companyId, recipientId, address };
      } catch (cause) {
        throw new AppError('ERR_UNSUBSCRIBE_LINK', {}, { cause });
      }
    },
  };
}

const place = (companyId: number) => `unsubscribe/${companyId}`;
