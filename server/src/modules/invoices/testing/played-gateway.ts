import type { Charge, PixGateway } from '../../../services/pix-gateway.ts';

/** What a bank knows of a charge. */
interface Known {
  amountCents: number;
  charge: Charge;
  /** What has been paid so far, after each payment; the first is nothing. */
  paid: number[];
}

/** A gateway as the port describes one, whose payers and lost answers a test plays. */
export interface PlayedGateway extends PixGateway {
  charges: Map<string, Known>;
  /** The next charge is made, and nobody hears of it. */
  loseAnswer(): void;
  pay(txid: string, cents: number): void;
}

const LIFE_MS = 3_600_000;

/** @param prefix of all its names, because every bank has seen others */
export function playGateway(prefix: string, clock: () => Date): PlayedGateway {
  const charges: PlayedGateway['charges'] = new Map();
  let made = 0;
  let isLost = false;
  return {
    name: 'static',
    charges,
    newTxid: (invoiceId) => `${prefix}I${invoiceId}N${++made}`,
    async create({ txid, amountCents }) {
      const known = charges.get(txid) ?? {
        amountCents,
        charge: { code: `code of ${txid}`, expiresAt: new Date(clock().getTime() + LIFE_MS) },
        paid: [0],
      };
      charges.set(txid, known);
      if (isLost) {
        isLost = false;
        throw new Error('the line broke');
      }
      return known.charge;
    },
    paidCents: async (txid) => charges.get(txid)?.paid.at(-1) ?? null,
    loseAnswer() {
      isLost = true;
    },
    pay(txid, cents) {
      const known = charges.get(txid);
      known?.paid.push((known.paid.at(-1) ?? 0) + cents);
    },
  };
}
