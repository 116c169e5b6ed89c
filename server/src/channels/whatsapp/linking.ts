import { QR_OFFERS } from '@balcao/shared/features/connections/limits.ts';
import type { Log } from '../../platform/log.ts';
import type { StateReporter, Wanted } from '../connection-state.ts';
import { withDeadline } from '../deadline.ts';
import type { LinkProgress, LiveSocket, SocketEnd } from './socket.ts';

/** How long a phone has to answer. */
export const PHONE_ANSWERS_MS = 20_000;

/** Close codes of our own. */
const PASSKEY = 'passkey required';
const ENOUGH_QR = 'enough QR codes';

interface LinkingDeps {
  log: Log;
  state: StateReporter;
  wanted(): Pick<Wanted, 'pairingNumber'>;
  /** The socket that is open now. */
  current(): LiveSocket | null;
}

/** How a phone is linked, with a QR code or a code that is typed, and how it is told that the link is over. */
export interface Linking {
  /** What one socket offers. */
  follow(live: () => LiveSocket): Pick<LinkProgress, 'qr' | 'scanned' | 'passkey'>;
  /** Codes are offered from the first one on again. */
  startAnew(): void;
  /** Why nothing more is offered after this end; null when that is not the reason. */
  failureOf(end: SocketEnd, isLinked: boolean): 'passkey_required' | 'pairing_expired' | null;
  /** Logs out, so that the phone does not list a computer that is gone. */
  logOut(live: LiveSocket): Promise<void>;
}

export function createLinking({ log, state, wanted, current }: LinkingDeps): Linking {
  let qrOffers = 0;

  /** Each socket gets one code and outlives several QR codes: a second code would invalidate the one being typed. */
  async function offerCode(live: LiveSocket, number: string): Promise<void> {
    try {
      const pairingCode = await withDeadline(PHONE_ANSWERS_MS, live.sock.requestPairingCode(number));
      if (current() === live)
        state.report({ status: 'qrcode', reason: null, qrcode: null, pairingCode, retries: 0 });
    } catch (error) {
      log.warn({ err: error }, 'no pairing code');
      await live.end('no pairing code');
    }
  }

  return {
    follow(live) {
      let codeAsked = false;
      return {
        qr(text) {
          const { pairingNumber } = wanted();
          qrOffers += 1;
          if (qrOffers > QR_OFFERS) void live().end(ENOUGH_QR);
          else if (!pairingNumber) state.report({ status: 'qrcode', reason: null, qrcode: text, retries: 0 });
          else if (!codeAsked) {
            codeAsked = true;
            void offerCode(live(), pairingNumber);
          }
        },
        scanned: () => state.report({ status: 'PAIRING', reason: null, qrcode: null, retries: 0 }),
        passkey: () => void live().end(PASSKEY),
      };
    },

    startAnew() {
      qrOffers = 0;
    },

    failureOf({ message }, isLinked) {
      if (message === PASSKEY) return 'passkey_required';
      const offered = !isLinked && qrOffers > 0;
      return offered && (message === ENOUGH_QR || message.startsWith('QR refs')) ? 'pairing_expired' : null;
    },

    async logOut(live) {
      try {
        await withDeadline(PHONE_ANSWERS_MS, live.sock.logout());
      } catch (error) {
        log.warn({ err: error }, 'phone not told of the logout');
      }
      await live.end('logged out');
    },
  };
}
