/** Signals between phones and companions that are no messages: typing and calls. */

import { randomBytes } from 'node:crypto';
import type { Account, TypingState } from '../model.ts';
import { n, nowS } from '../wire/nodes.ts';

export async function setTypingOnCompanions(
  account: Account,
  target: Account,
  state: TypingState,
): Promise<void> {
  if (!account.online) return;
  const attrs = state === 'recording' ? { media: 'audio' } : {};
  const stanza = n('chatstate', { from: account.jid() }, [
    n(state === 'paused' ? 'paused' : 'composing', attrs),
  ]);
  for (const device of target.linked.values()) if (device.online) await device.connection?.send(stanza);
}

/** Rings the companions of `target`; returns the call id. */
export async function offerCall(
  account: Account,
  target: Account,
  opts: { id?: string; video?: boolean | undefined },
): Promise<string> {
  const callId = opts.id ?? randomBytes(16).toString('hex').toUpperCase();
  const offer = { 'call-id': callId, 'call-creator': account.jid(), caller_pn: account.pnJid };
  const streams = [n('audio', { enc: 'opus', rate: 16000 }), ...(opts.video ? [n('video')] : [])];
  for (const device of target.linked.values()) {
    const attrs = { from: account.jid(), id: account.newId(), t: nowS(), notify: account.name };
    await device.deliver(`call/${callId}/offer`, n('call', attrs, [n('offer', offer, streams)]));
  }
  return callId;
}

/** Ends a call that was offered; `timeout` makes it a missed one. */
export async function terminateCall(
  account: Account,
  target: Account,
  callId: string,
  reason?: 'timeout',
): Promise<void> {
  const end = { 'call-id': callId, 'call-creator': account.jid(), reason };
  for (const device of target.linked.values()) {
    const attrs = { from: account.jid(), id: account.newId(), t: nowS() };
    await device.deliver(`call/${callId}/terminate`, n('call', attrs, [n('terminate', end)]));
  }
}
