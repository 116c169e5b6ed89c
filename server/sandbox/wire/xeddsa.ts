/**
 * Real XEdDSA verification with node:crypto only.
 * Needed because Baileys' `Curve.verify` discards the boolean result of the underlying verifier and returns true for any well-formed signature.
 */
import { createPublicKey, verify } from 'node:crypto';
import { Curve } from '@whiskeysockets/baileys';

const P = (1n << 255n) - 19n;
function mod(a: bigint): bigint {
  return ((a % P) + P) % P;
}

function pow(base: bigint, exponent: bigint): bigint {
  let r = 1n;
  for (let b = mod(base), e = exponent; e > 0n; e >>= 1n, b = mod(b * b)) if (e & 1n) r = mod(r * b);
  return r;
}

function fromLE(b: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(b).reverse().toString('hex')}`);
}

function toLE(v: bigint): Buffer {
  return Buffer.from(v.toString(16).padStart(64, '0'), 'hex').reverse();
}

const ED25519_SPKI = Buffer.from('302a300506032b6570032100', 'hex');

export function xeddsaVerify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  const raw = publicKey.length === 33 ? publicKey.subarray(1) : publicKey;
  if (raw.length !== 32 || signature.length !== 64) return false;
  const u = fromLE(raw) & ((1n << 255n) - 1n);
  const y = mod((u - 1n) * pow(u + 1n, P - 2n));
  const ed = toLE(y);
  ed[31]! |= signature[63]! & 0x80;
  const sig = Buffer.from(signature);
  sig[63]! &= 0x7f;
  try {
    return verify(
      null,
      message,
      createPublicKey({ key: Buffer.concat([ED25519_SPKI, ed]), format: 'der', type: 'spki' }),
      sig,
    );
  } catch {
    return false;
  }
}

/** Makes the Baileys copy of this process check signatures for real; returns the undo function. */
export function hardenCurve(): () => void {
  const curve = Curve as { verify: typeof Curve.verify };
  const before = curve.verify;
  curve.verify = xeddsaVerify;
  return () => {
    curve.verify = before;
  };
}
