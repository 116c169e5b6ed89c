import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/**
 * The signature stands in the manifest's last line, a comment to YAML: one file, which is replaced as a whole. It covers
 * the file's name too, so that no manifest can stand in for one of another system.
 */
const SIGNATURE = /^([\s\S]*\n)# balcao-signature: ([A-Za-z\d+/]{86}==)\n$/;

const signedBytes = (file: string, manifest: string): Buffer => Buffer.from(`${file}\n${manifest}`);

/** A manifest as it was made, with the publisher's word for it. An earlier signature is replaced. */
export function signManifest(file: string, manifest: string, privateKey: KeyObject): string {
  const [, bare = manifest] = SIGNATURE.exec(manifest) ?? [];
  const text = bare.endsWith('\n') ? bare : `${bare}\n`;
  const signature = sign(null, signedBytes(file, text), privateKey).toString('base64');
  return `${text}# balcao-signature: ${signature}\n`;
}

/**
 * The manifest that one of the keys has signed under this name.
 *
 * @throws Error when none has: nothing of it may be believed
 */
export function verifiedManifest(file: string, text: string, publicKeys: readonly KeyObject[]): string {
  const [, manifest = '', signature = ''] = SIGNATURE.exec(text) ?? [];
  const bytes = signedBytes(file, manifest);
  const proof = Buffer.from(signature, 'base64');
  if (signature === '' || !publicKeys.some((key) => verify(null, bytes, key, proof)))
    throw new BadSignatureError(file);
  return manifest;
}

/** Somebody who is not the publisher has written the manifest, or changed it. */
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
