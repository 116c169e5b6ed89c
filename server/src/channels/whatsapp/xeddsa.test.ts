import { Curve } from '@whiskeysockets/baileys';
import { describe, expect, it } from 'vitest';
import { verifySignature } from './xeddsa.ts';

describe('verifySignature', () => {
  const message = Buffer.from('what was signed');

  it('accepts what the library signs, with and without the type byte of the key', () => {
    for (let round = 0; round < 8; round += 1) {
      const keys = Curve.generateKeyPair();
      const signature = Curve.sign(keys.private, message);
      expect(verifySignature(keys.public, message, signature)).toBe(true);
      expect(verifySignature(Buffer.concat([Buffer.from([5]), keys.public]), message, signature)).toBe(true);
    }
  });

  it('refuses another key, another message, a changed signature and garbage', () => {
    const keys = Curve.generateKeyPair();
    const signature = Curve.sign(keys.private, message);
    const changed = Buffer.from(signature);
    changed[10] = (changed[10] ?? 0) ^ 1;
    expect([
      verifySignature(Curve.generateKeyPair().public, message, signature),
      verifySignature(keys.public, Buffer.from('something else'), signature),
      verifySignature(keys.public, message, changed),
      verifySignature(keys.public, message, Buffer.alloc(64)),
      verifySignature(Buffer.alloc(3), message, signature),
    ]).toEqual([false, false, false, false, false]);
  });
});
