import type { RouteContract } from '@balcao/shared/contract/call.ts';
import { AppError } from '@balcao/shared/errors.ts';
import type { FastifyInstance } from 'fastify';
import type { Party } from './under-way.ts';

/** Shorter than a console's patience (15 s): it hears ERR_UNAVAILABLE instead of nothing from a frozen database. */
const WORK_MS = 12_000;
/** The largest files come over slow lines too. */
const TRANSFER_MS = 15 * 60_000;

/** What grows while it is taken is gigabytes at most, over a slow line. */
const GROWING_MS = 6 * 3_600_000;

/** An answer that comes bit by bit is heard meanwhile. */
const LINES_MS = 60_000;

/** The patience of a route, until its answer has been taken. */
export function patienceOf(contract: RouteContract): number {
  if (contract.grows) return GROWING_MS;
  if (contract.lines) return LINES_MS;
  return isTransfer(contract) || contract.form ? TRANSFER_MS : WORK_MS;
}

/** Health is answered also under a flood, then above all; a transfer over a slow line holds nothing but itself. */
export const bounded = <T>(
  app: FastifyInstance,
  contract: RouteContract,
  party: Party,
  work: () => Promise<T>,
) => (contract.path.startsWith('/health/') || isTransfer(contract) ? work() : app.hold(party, work));

const isTransfer = (contract: RouteContract) =>
  contract.rawBody === true || (contract.method === 'GET' && !contract.response);

/** The patience of the route is that of a transfer; once the bytes are there, it is that of any call. */
export async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new AppError('ERR_UNAVAILABLE')), WORK_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
