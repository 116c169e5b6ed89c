import { randomUUID } from 'node:crypto';
import { PICTURE } from '../picture.ts';
import { BOT_TOKEN, type BotCall } from './telegram.ts';

const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;

const fileOf = (bytes: Buffer) => ({ id: `files/${randomUUID()}`, base64: bytes.toString('base64') });

/** Those who write to a bot, played by the stand-ins at this address. */
export function telegramPeople(standIns: string, token = BOT_TOKEN) {
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${standIns}/telegram/${path}/${token}`, {
      method,
      ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return JSON.parse((await answer.text()) || 'null') as T;
  };
  return {
    /** What becomes of the bot's next call. */
    next: (how: object) => ask('PUT', 'next', how),
    customer(id: number, name: string) {
      const chat = { id, type: 'private' };
      const from = { id, is_bot: false, first_name: name };
      const tell = async (update: object) =>
        String((await ask<{ message_id: number }>('POST', 'customers', update)).message_id);
      const calls = async () =>
        (await ask<BotCall[]>('GET', 'customers')).filter(({ params }) => Number(params.chat_id) === id);
      return {
        who: String(id),
        calls,
        /** Our messages with buttons. */
        menus: async () => (await calls()).filter(({ choices }) => choices.length > 0),
        /** Taps the button that reads so below one of our messages, the last one unless said otherwise. */
        async taps(label: string, { data, menu }: { data?: string; menu?: BotCall } = {}) {
          const on = menu ?? (await calls()).findLast(({ choices }) => choices.length > 0);
          await ask('POST', 'taps', { messageId: on?.params.message_id, name, label, data });
        },
        /** Buttons that still show that they wait. */
        waiting: () => ask<string[]>('GET', 'waiting'),
        says: (
          text: string,
          { quote, id: given, agoS }: { quote?: string; id?: string; agoS?: number } = {},
        ) =>
          tell({
            message: {
              chat,
              from,
              text,
              ...(given ? { message_id: Number(given) } : {}),
              ...(agoS ? { date: secondsAgo(agoS) } : {}),
              ...(quote ? { reply_to_message: { message_id: Number(quote) } } : {}),
            },
          }),
        sendsPicture: (picture = PICTURE) => {
          const file = fileOf(picture);
          const photo = [{ file_id: file.id, width: 90, height: 60 }];
          return tell({ message: { chat, from, caption: 'veja', photo }, file });
        },
        sendsVoice: (bytes: Buffer) => {
          const file = fileOf(bytes);
          const voice = { file_id: file.id, mime_type: 'audio/ogg', duration: 2 };
          return tell({ message: { chat, from, voice }, file });
        },
        edits: async (target: string, text: string) =>
          void (await tell({ edited_message: { chat, from, message_id: Number(target), text } })),
        reacts: async (target: string, emoji: string) =>
          void (await tell({
            message_reaction: {
              chat,
              user: from,
              message_id: Number(target),
              new_reaction: emoji ? [{ type: 'emoji', emoji }] : [],
            },
          })),
        /** Texts of ours that the customer has, as they read now. */
        async has() {
          const texts = new Map<number, string>();
          for (const { method, params } of await calls()) {
            const of = Number(params.message_id);
            if (method === 'sendMessage' || method === 'editMessageText') texts.set(of, String(params.text));
            if (method === 'deleteMessage') texts.delete(of);
          }
          return [...texts.values()];
        },
        pictures: async () =>
          (await calls()).filter(({ method, fileBytes }) => method === 'sendPhoto' && (fileBytes ?? 0) > 0)
            .length,
      };
    },
  };
}
