/** The Noise certificate chain of the sandbox, in the place of WhatsApp's. */
import { Curve, proto, WA_CERT_DETAILS } from '@whiskeysockets/baileys';
import type { KeyPair } from './noise.ts';

/** Long, because a sandbox that keeps its state keeps its certificates. */
const VALID_DAYS = 3650;

export interface NoiseIdentity {
  rootPublic: Buffer;
  serverStatic: KeyPair;
  chain: Buffer;
}

function signedCert(issuer: KeyPair, details: proto.CertChain.NoiseCertificate.IDetails) {
  const encoded = proto.CertChain.NoiseCertificate.Details.encode(details).finish();
  return { details: encoded, signature: Curve.sign(issuer.private, encoded) };
}

export function createNoiseIdentity(): NoiseIdentity {
  const root = Curve.generateKeyPair();
  const intermediate = Curve.generateKeyPair();
  const serverStatic = Curve.generateKeyPair();
  const notBefore = Math.floor(Date.now() / 1000) - 60;
  const notAfter = notBefore + VALID_DAYS * 86400;
  const chain = proto.CertChain.encode({
    intermediate: signedCert(root, {
      serial: 1,
      issuerSerial: 0,
      key: intermediate.public,
      notBefore,
      notAfter,
    }),
    leaf: signedCert(intermediate, {
      serial: 2,
      issuerSerial: 1,
      key: serverStatic.public,
      notBefore,
      notAfter,
    }),
  }).finish();
  return { rootPublic: Buffer.from(root.public), serverStatic, chain: Buffer.from(chain) };
}

/**
 * Makes the Baileys copy loaded in THIS process trust the sandbox's root instead of
 * WhatsApp's pinned one: `WA_CERT_DETAILS` is a plain exported object that the handshake reads when it verifies.
 * Returns the undo function.
 */
export function trustNoiseRoot(rootPublic: Buffer): () => void {
  const details = WA_CERT_DETAILS as { PUBLIC_KEY: Buffer };
  const before = details.PUBLIC_KEY;
  details.PUBLIC_KEY = rootPublic;
  return () => {
    details.PUBLIC_KEY = before;
  };
}
