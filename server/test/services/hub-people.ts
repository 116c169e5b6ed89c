import { PICTURE } from '../picture.ts';
import type { HubDelivery } from './hub.ts';

const nothing = async () => {
  throw new Error('nobody does that there');
};

/** Those who write to an Instagram profile at the hub, played by the stand-ins at this address. */
export function hubPeople(standIns: string) {
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${standIns}/hub/${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    return JSON.parse((await answer.text()) || 'null') as T;
  };
  return {
    /** What becomes of our next message. */
    next: (how: object) => ask('PUT', 'next', how),
    /** What became of a message of ours. */
    tells: (status: object) => ask('POST', 'status', status),
    customer(from: string, name: string) {
      const says = async (said: object) =>
        (await ask<{ id: string }>('POST', 'customers', { channel: 'instagram', from, name, ...said })).id;
      const got = async () => (await ask<HubDelivery[]>('GET', 'customers')).filter(({ to }) => to === from);
      return {
        who: from,
        got,
        sendsVoice: (bytes: Buffer) =>
          says({ fileBase64: bytes.toString('base64'), fileMimeType: 'audio/ogg' }),
        // Told twice: what was told before changes nothing.
        says: (text: string, { id }: { id?: string } = {}) => says({ text, times: 2, ...(id ? { id } : {}) }),
        sendsPicture: (picture = PICTURE) => says({ text: 'veja', fileBase64: picture.toString('base64') }),
        edits: nothing,
        reacts: nothing,
        has: async () =>
          (await got()).flatMap(({ contents: [content] }) =>
            content?.type === 'text' ? (content.text ?? []) : [],
          ),
        pictures: async () => (await got()).filter(({ fileBytes }) => fileBytes === PICTURE.length).length,
      };
    },
  };
}
