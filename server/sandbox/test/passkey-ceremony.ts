/** The companion's side of linking with a passkey, made of Baileys' public API only. */
import { createCipheriv, randomBytes } from 'node:crypto';
import { type AuthenticationCreds, Curve, proto, type WASocket } from '@whiskeysockets/baileys';
import { commitmentHash, handoffProof, passkeyPairingKey } from '../phones/passkey.ts';
import { bytes, child, type Node, n } from '../wire/nodes.ts';

export interface Assertion {
  rawId: Buffer;
  json: unknown;
}

const DEVICE_TYPE = proto.DeviceProps.PlatformType.CHROME;

/**
 * Takes part in the ceremony when the phone asks for one. `getAssertion` stands for
 * `navigator.credentials.get({ publicKey })` in the owner's browser. Returns the errors met so far.
 */
export function joinPasskeyCeremony(
  sock: WASocket,
  creds: AuthenticationCreds,
  getAssertion: (publicKeyOptions: unknown) => Promise<Assertion>,
): Error[] {
  const errors: Error[] = [];
  const keyPair = Curve.generateKeyPair();
  const nonce = randomBytes(32);
  let ref = '';

  const query = (content: Node, type: 'get' | 'set' = 'set') =>
    sock.query(n('iq', { to: '@s.whatsapp.net', type, xmlns: 'md' }, [content])) as Promise<Node>;
  const on = (type: string, listener: (node: Node) => Promise<void>) =>
    sock.ws.on(`CB:notification,type:${type}`, (node: Node) =>
      listener(node).catch((err: Error) => errors.push(err)),
    );

  on('passkey_prologue_request', async (node) => {
    const qrSecret = Buffer.from(creds.advSecretKey, 'base64');
    creds.advSecretKey = randomBytes(32).toString('base64');
    sock.ev.emit('creds.update', { advSecretKey: creds.advSecretKey });
    const options = JSON.parse(bytes(child(node, 'passkey_request_options')).toString());
    const { rawId, json } = await getAssertion(options);
    ref = bytes(child(await query(n('ref'), 'get'), 'ref')).toString();
    const identity = proto.CompanionEphemeralIdentity.encode({
      publicKey: keyPair.public,
      deviceType: DEVICE_TYPE,
      ref,
    }).finish();
    const payload = proto.ProloguePayload.encode({
      companionEphemeralIdentity: identity,
      commitment: { hash: commitmentHash(identity, nonce) },
    }).finish();
    await query(
      n('passkey_prologue', {}, [
        n('credential_id', {}, rawId),
        n('webauthn_assertion', {}, Buffer.from(JSON.stringify(json))),
        n('prologue_payload', {}, Buffer.from(payload)),
        n('pairing_handoff_proof', {}, handoffProof(qrSecret, payload)),
      ]),
    );
  });

  on('crsc_continuation', async (node) => {
    const primary = proto.PrimaryEphemeralIdentity.decode(bytes(child(node, 'primary_ephemeral_identity')));
    await query(n('companion_nonce', {}, nonce));
    const key = passkeyPairingKey(Curve.sharedKey(keyPair.private, primary.publicKey!), DEVICE_TYPE, ref);
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const request = proto.PairingRequest.encode({
      companionPublicKey: creds.noiseKey.public,
      companionIdentityKey: creds.signedIdentityKey.public,
      advSecret: Buffer.from(creds.advSecretKey, 'base64'),
    }).finish();
    const encryptedPayload = Buffer.concat([cipher.update(request), cipher.final(), cipher.getAuthTag()]);
    const body = Buffer.from(proto.EncryptedPairingRequest.encode({ encryptedPayload, iv }).finish());
    await query(n('encrypted_pairing_request', {}, body));
  });
  return errors;
}
