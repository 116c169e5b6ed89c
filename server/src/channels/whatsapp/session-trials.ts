import { createRequire } from 'node:module';

/** The parts of a libsignal session that can be serialised and read again. */
interface Session {
  serialize(): object;
  constructor: { deserialize(data: object): Session };
}

interface Cipher {
  doDecryptWhisperMessage(message: Buffer, session: Session): Promise<Buffer>;
}

let done = false;

/** The library's own copy. */
const { SessionCipher } = createRequire(import.meta.resolve('@whiskeysockets/baileys'))('libsignal') as {
  SessionCipher: { prototype: Cipher };
};

/**
 * With several sessions for one device, libsignal tries a message with each, newest first, and a failed trial leaves the
 * session one step of its ratchet further. Our next messages then cannot be read (Bad MAC), the phone requests yet
 * another session, and so on for as long as the customer goes on writing. So a failed trial restores the session.
 * Applies to the whole process. To be removed when libsignal tries with a copy.
 */
export function undoFailedTrials(): void {
  if (done) return;
  done = true;
  const { prototype } = SessionCipher;
  const decrypt = prototype.doDecryptWhisperMessage;
  prototype.doDecryptWhisperMessage = async function tryOut(message, session) {
    const before = session.serialize();
    try {
      return await decrypt.call(this, message, session);
    } catch (error) {
      Object.assign(session, session.constructor.deserialize(before));
      throw error;
    }
  };
}
