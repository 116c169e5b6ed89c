import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/**
 * The signature is the manifest's last line, a comment to YAML: one file, which is replaced as a whole. It covers
 * the file's name too, so that no manifest can replace one of another system.
 */
const SIGNATURE = /^([\s\S]*\n)# balcao-signature: ([A-Za-z\d+/]{86}==)\n$/;

const signedBytes = (file: string, manifest: string): Buffer => Buffer.from(`${file}\n${manifest}`);

/** Signs a manifest with the publisher's key. An earlier signature is replaced. */
export function signManifest(file: string, manifest: string, privateKey: KeyObject): string {
  const [, bare = manifest] = SIGNATURE.exec(manifest) ?? [];
  const text = bare.endsWith('\n') ? bare : `${bare}\n`;
  const signature = sign(null, signedBytes(file, text), privateKey).toString('base64');
  return `${text}# balcao-signature: ${signature}\n`;
}

/**
 * Returns the manifest if one of the keys has signed it under this name.
 *
 * @throws Error when none has: none of it may be trusted
 */
export function verifiedManifest(file: string, text: string, publicKeys: readonly KeyObject[]): string {
  const [, manifest = '', signature = ''] = SIGNATURE.exec(text) ?? [];
  const bytes = signedBytes(file, manifest);
  const proof = Buffer.from(signature, 'base64');
  if (signature === '' || !publicKeys.some((key) => verify(null, bytes, key, proof)))
    throw new BadSignatureError(file);
  return manifest;
}

/** The manifest was written or changed by someone other than the publisher. */
class BadSignatureError extends Error {
  readonly code = 'ERR_UPDATE_SIGNATURE';
  constructor(file: string) {
    super(`${file} is not signed by the publisher`);
    this.name = 'BadSignatureError';
  }
}

/** Keys as `update-keys.json` lists them: Ed25519, SPKI, base64. Several, so that a new one can take over from an old one. */
export const publicKeysOf = (list: readonly string[]): KeyObject[] =>
  list.map((key) => createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }));
