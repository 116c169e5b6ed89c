import { AppError } from '@balcao/shared/errors.ts';
import { networkOf } from './network.ts';

/**
 * Whose request it is: a company's, or until the caller has proven who it is, an address's. Strangers who call about one
 * connection share what is its own, from however many addresses they call.
 */
export type Party = { companyId: number } | { address: string; connectionId?: number };

/** Does the work of a request if the party has a share left. @throws AppError ERR_UNAVAILABLE */
export type Hold = <T>(party: Party, work: () => Promise<T>) => Promise<T>;

/**
 * A frozen database holds all requests; what comes beyond these is refused at once, so that the queue is short when it
 * wakes up. Far more than people make, half a second of work.
 */
const MAX_UNDER_WAY = 500;
/** A caller that floods us is refused first: the rest stays for others, half of all for those who have signed in. */
const MAX_OF_COMPANY = 150;
const MAX_OF_STRANGERS = 250;
const MAX_OF_NETWORK = 50;
const MAX_OF_CONNECTION = 20;

/** Counts the requests whose work is not done, whoever still waits for them. */
export function createUnderWay(): Hold {
  const counts = new Map<string, number>();
  const add = (name: string, by: number) => {
    const count = (counts.get(name) ?? 0) + by;
    if (count > 0) counts.set(name, count);
    else counts.delete(name);
  };

  return async (party, work) => {
    const shares = sharesOf(party);
    if (shares.some(([name, most]) => (counts.get(name) ?? 0) >= most)) throw new AppError('ERR_UNAVAILABLE');
    for (const [name] of shares) add(name, 1);
    try {
      return await work();
    } finally {
      for (const [name] of shares) add(name, -1);
    }
  };
}

function sharesOf(party: Party): [name: string, most: number][] {
  const all: [string, number] = ['all', MAX_UNDER_WAY];
  if ('companyId' in party) return [all, [`company ${party.companyId}`, MAX_OF_COMPANY]];
  const { address, connectionId } = party;
  return [
    all,
    ['strangers', MAX_OF_STRANGERS],
    [`network ${networkOf(address)}`, MAX_OF_NETWORK],
    ...(connectionId === undefined
      ? []
      : [[`connection ${connectionId}`, MAX_OF_CONNECTION] satisfies [string, number]]),
  ];
}
