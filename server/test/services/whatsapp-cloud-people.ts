import { PICTURE } from '../picture.ts';
import type { CloudCall } from './whatsapp-cloud.ts';

/** A number on Meta's Cloud API, as the tests of one company use it. */
export const CLOUD = {
  phoneNumberId: '106540352242922',
  accessToken: 'EAAGplayed0by0a0program000000000',
  appSecret: '0123456789abcdef0123456789abcdef',
};

/** Those who write to that number, played by the stand-ins at this address. */
export function cloudPeople(standIns: string) {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`${standIns}/whatsapp-cloud/${path}/${CLOUD.phoneNumberId}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? null : (JSON.parse(text) as unknown) };
  };
  const put = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    await fetch(`${standIns}/whatsapp-cloud/${path}`, { method: 'PUT', body: JSON.stringify(body), headers });
  };
  const calls = async () => (await ask('GET', 'customers')).json as CloudCall[];
  return {
    ask,
    calls,
    /** Meta's approved templates, and those that are not, are these from now on. */
    approve: (templates: readonly object[]) => put('templates', templates),
    /** What Meta thinks of the number from now on. */
    rate: (standing: { quality: string; tier: string }) => put(`standing/${CLOUD.phoneNumberId}`, standing),
    /** Enters the address at Meta. @returns how Meta found it */
    enter: async (url: string, verifyToken: string) =>
      (await ask('PUT', 'webhooks', { url, verifyToken, appSecret: CLOUD.appSecret })).status,
    /** What becomes of our next message. */
    next: (how: object) => ask('PUT', 'next', how),
    customer(number: string, name: string) {
      const tell = async (deed: object) => {
        const { json } = await ask('POST', 'customers', { from: number, name, ...deed });
        return (json as { id: string }).id;
      };
      const got = async () => (await calls()).filter(({ body }) => body.to === number);
      const menus = async () => (await got()).filter(({ body }) => body.type === 'interactive');
      const reply = (quote?: string) => (quote ? { context: { id: quote } } : {});
      return {
        who: number,
        tell,
        says: (text: string, { quote, id, agoS = 0 }: { quote?: string; id?: string; agoS?: number } = {}) =>
          tell({
            message: {
              ...(id ? { id } : {}),
              ...(agoS ? { timestamp: String(Math.floor(Date.now() / 1_000) - agoS) } : {}),
              type: 'text',
              text: { body: text },
              ...reply(quote),
            },
          }),
        sendsPicture: (picture = PICTURE) => {
          const id = `77${number}`;
          const image = { id, mime_type: 'image/png', caption: 'veja' };
          return tell({
            message: { type: 'image', image },
            file: { id, base64: picture.toString('base64') },
          });
        },
        menus,
        /** Taps what reads so in one of our menus, the last one unless said otherwise. */
        taps: async (label: string, menu?: CloudCall) => {
          const on = menu ?? (await menus()).at(-1);
          const { status } = await ask('POST', 'taps', { id: on?.id, name, label });
          if (status !== 200) throw new Error(`nothing reads ${label}`);
        },
        edits: async () => {},
        reacts: async (target: string, emoji: string) =>
          void (await tell({ message: { type: 'reaction', reaction: { message_id: target, emoji } } })),
        has: async () =>
          (await got()).flatMap(({ body }) =>
            body.type === 'text' ? [String((body.text as { body: string }).body)] : [],
          ),
        pictures: async () =>
          (await got()).filter(({ body, fileBytes }) => body.type === 'image' && (fileBytes ?? 0) > 0).length,
      };
    },
  };
}
