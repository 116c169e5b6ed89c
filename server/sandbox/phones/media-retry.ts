/** A companion requests media that has left the media host: the phone uploads it again and sends the new path. */

import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { proto } from '@whiskeysockets/baileys';
import type { Account, LinkedDevice } from '../model.ts';
import { child, type Node, n, nowS } from '../wire/nodes.ts';

export async function uploadAgain(account: Account, device: LinkedDevice, receipt: Node): Promise<void> {
  const id = receipt.attrs.id!;
  const rmr = child(receipt, 'rmr')!;
  const author = account.world.find(rmr.attrs.participant ?? rmr.attrs.jid ?? '') ?? account;
  const media = mediaIn((author.sent.get(id) ?? account.sent.get(id))?.content.message ?? {});
  const directPath = media?.directPath ? account.world.media.revive(media.directPath) : undefined;
  const answer = sealAnswer(id, media?.mediaKey ?? Buffer.alloc(32), directPath);
  const { jid, from_me, participant } = rmr.attrs;
  await device.deliver(
    `mediaretry/${id}`,
    n('notification', { from: account.pnJid, id, type: 'mediaretry', t: nowS() }, [
      n('rmr', { jid, from_me, participant }),
      n('encrypt', {}, [n('enc_p', {}, answer.sealed), n('enc_iv', {}, answer.iv)]),
    ]),
  );
}

function mediaIn(message: proto.IMessage) {
  return (
    message.imageMessage ??
    message.audioMessage ??
    message.documentMessage ??
    message.videoMessage ??
    message.stickerMessage
  );
}

function sealAnswer(id: string, mediaKey: Uint8Array, directPath: string | undefined) {
  const { SUCCESS, NOT_FOUND } = proto.MediaRetryNotification.ResultType;
  const plain = proto.MediaRetryNotification.encode({
    stanzaId: id,
    ...(directPath ? { directPath, result: SUCCESS } : { result: NOT_FOUND }),
  }).finish();
  const info = 'WhatsApp Media Retry Notification';
  const key = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(0), info, 32));
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  cipher.setAAD(Buffer.from(id));
  return { iv, sealed: Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]) };
}
