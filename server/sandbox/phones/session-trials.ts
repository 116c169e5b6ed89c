/** Real phones have another Signal library, without this flaw of Node's. */
import { createRequire } from 'node:module';

interface Session {
  serialize(): object;
  constructor: { deserialize(data: object): Session };
}

interface Cipher {
  doDecryptWhisperMessage(message: Buffer, session: Session): Promise<Buffer>;
}

const { SessionCipher } = createRequire(import.meta.resolve('@whiskeysockets/baileys'))('libsignal') as {
  SessionCipher: { prototype: Cipher };
};
let done = false;

/** Restores a session that could not open a message; libsignal would leave it useless. */
export function undoFailedTrials(): void {
  if (done) return;
  done = true;
  const { prototype } = SessionCipher;
  const decrypt = prototype.doDecryptWhisperMessage;
  prototype.doDecryptWhisperMessage = async function tryOut(message, session) {
    const before = session.serialize();
    try {
      return await decrypt.call(this, message, session);
    } catch (err) {
      Object.assign(session, session.constructor.deserialize(before));
      throw err;
    }
  };
}
