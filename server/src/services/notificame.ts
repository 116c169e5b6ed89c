import { HUB_CHANNELS, type HubChannel } from '@balcao/shared/features/connections/credentials.ts';
import { z } from 'zod';
import { askJson, beginningOf, isSuccess, refusalOf, withoutSecret } from '../platform/outgoing/answers.ts';
import type { OutsideAnswer } from '../platform/outgoing/http-client.ts';
import type { Limits, Outside } from './outside.ts';

/** NotificaMe Hub, by the account whose token this is. Every call throws OutsideError. */
export interface NotificaMe {
  /** Those of its channels that lead to messengers we know. */
  channels(limits: Limits): Promise<HubAccount[]>;
  /** The hub's id of the message. */
  send(channel: HubChannel, message: HubMessage, limits: Limits): Promise<string>;
  /** Has it tell this address of a channel from now on. One that is told already stays as it is. */
  subscribe(channelId: string, url: string, limits: Limits): Promise<void>;
}

/** A page, profile or bot that the account's owner has connected at the hub. */
export interface HubAccount {
  id: string;
  name: string;
  channel: HubChannel;
}

interface HubMessage {
  /** The id of the channel. */
  from: string;
  /** The id of the person there. */
  to: string;
  contents: HubContent[];
}

export type HubContent =
  | { type: 'text'; text: string }
  | { type: 'file'; fileMimeType: string; fileUrl: string; fileName?: string; fileCaption?: string };

/** Of messengers that we do not know there may be any. */
const channels = z.array(
  z
    .object({ id: z.string().min(1), name: z.string().catch(''), channel: z.enum(HUB_CHANNELS) })
    .nullable()
    .catch(null),
);
const sent = z.object({ id: z.string().min(1) });
const subscriptions = z.array(
  z.object({
    criteria: z.object({ channel: z.string().catch('') }).catch({ channel: '' }),
    webhook: z.object({ url: z.string().catch('') }).catch({ url: '' }),
  }),
);

const CONFLICT = 409;

export function openNotificaMe({ http, addresses }: Outside, token: string): NotificaMe {
  const headers = { 'x-api-token': token, 'content-type': 'application/json' };
  /** What a service says of a wrong token may be the token. */
  const explain = (answer: OutsideAnswer) => withoutSecret(beginningOf(answer), token);
  const get = <S extends z.ZodType>(path: string, schema: S, limits: Limits) =>
    askJson(
      http,
      { method: 'GET', url: `${addresses.notificaMe}/${path}`, headers, ...limits },
      schema,
      explain,
    );
  const post = (path: string, body: object) => ({
    method: 'POST' as const,
    url: `${addresses.notificaMe}/${path}`,
    headers,
    body: JSON.stringify(body),
  });

  return {
    channels: async (limits) => (await get('channels', channels, limits)).filter((one) => one !== null),
    async send(channel, message, limits) {
      const request = { ...post(`channels/${channel}/messages`, message), ...limits };
      return (await askJson(http, request, sent, explain)).id;
    },
    async subscribe(channelId, url, limits) {
      const known = await get('subscriptions', subscriptions, limits);
      if (known.some(({ criteria, webhook }) => criteria.channel === channelId && webhook.url === url))
        return;
      const asked = { criteria: { channel: channelId }, webhook: { url } };
      const answer = await http.send({ ...post('subscriptions', asked), ...limits });
      if (!isSuccess(answer) && answer.status !== CONFLICT) throw refusalOf(answer, explain);
    },
  };
}
