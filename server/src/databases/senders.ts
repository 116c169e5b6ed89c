import { AppError } from '@balcao/shared/errors.ts';
import { isCompanyKey } from '@balcao/shared/features/api-keys/rules.ts';
import type { FastifyRequest } from 'fastify';
import type { ProveToken } from '../platform/http/token-proof.ts';
import type { FindCompany } from './finders.ts';

/** Whose company sends a request, by what it shows; undefined: a stranger, or a token that opens nothing. */
export interface Senders {
  ofRequest(request: FastifyRequest): Promise<number | undefined>;
  ofToken(token: string): Promise<number | undefined>;
}

const TICKET_TOKEN = 'tkt_';

/** @param proveToken of any application: a signature is proven without rows */
export function createSenders(find: FindCompany, proveToken: ProveToken): Senders {
  async function ofToken(token: string): Promise<number | undefined> {
    if (token === '') return undefined;
    if (isCompanyKey(token)) return find('companyKey', token);
    if (token.startsWith(TICKET_TOKEN)) return find('ticketToken', token);
    if (token.split('.').length !== 3) return find('connectionToken', token);
    try {
      return (await proveToken(token)).companyId;
    } catch (error) {
      // Whoever gets the request says what is wrong with it.
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  return {
    ofToken,
    async ofRequest({ headers }) {
      const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
      return token === undefined ? undefined : ofToken(token);
    },
  };
}
