import { createPublicKey, verify } from 'node:crypto';
import { Curve, WA_CERT_DETAILS } from '@whiskeysockets/baileys';

/**
 * Signature checks that really check. Baileys 7.0.0-rc14 drops the result of its verifier (hazard H14): neither the
 * Noise certificate nor the account's signature at pairing is proven. Remove this file when `Curve.verify` returns it.
 */

const PRIME = (1n << 255n) - 19n;
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const SIGN_BIT = 0x80;

/** XEdDSA over Curve25519 (Signal's specification), by way of the Ed25519 that node:crypto has. */
export function verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  // Signal puts a type byte in front of its keys.
  const key = publicKey.length === 33 ? publicKey.subarray(1) : publicKey;
  if (key.length !== 32 || signature.length !== 64) return false;
  const sign = Buffer.from(signature);
  const edwards = toEdwards(key);
  edwards[31] = (edwards[31] ?? 0) | ((sign[63] ?? 0) & SIGN_BIT);
  sign[63] = (sign[63] ?? 0) & ~SIGN_BIT;
  try {
    const der = Buffer.concat([SPKI_PREFIX, edwards]);
    return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), sign);
  } catch {
    return false;
  }
}

/** Makes the library of this process use real checks, and trust another root than WhatsApp's when one is given. */
export function hardenSignatures(noiseRoot: string | null): void {
  (Curve as { verify: typeof Curve.verify }).verify = verifySignature;
  if (noiseRoot) (WA_CERT_DETAILS as { PUBLIC_KEY: Buffer }).PUBLIC_KEY = Buffer.from(noiseRoot, 'hex');
}

/** The Edwards y of a Montgomery u: (u - 1) / (u + 1). */
function toEdwards(key: Uint8Array): Buffer {
  const u = fromLittleEndian(key) & ((1n << 255n) - 1n);
  return toLittleEndian(modulo((u - 1n) * power(u + 1n, PRIME - 2n)));
}

function modulo(value: bigint): bigint {
  return ((value % PRIME) + PRIME) % PRIME;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = modulo(base);
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = modulo(result * square);
    square = modulo(square * square);
  }
  return result;
}

function fromLittleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

function toLittleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex').reverse();
}
