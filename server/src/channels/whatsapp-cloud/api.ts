import type { CredentialsOf } from '@balcao/shared/features/connections/credentials.ts';
import { QUALITIES } from '@balcao/shared/features/connections/row.ts';
import { MAX_TEMPLATES, type MessageTemplate } from '@balcao/shared/features/message-templates/row.ts';
import { z } from 'zod';
import { formWith, type UploadedFile } from '../../platform/outgoing/form.ts';
import type { Outside } from '../../services/outside.ts';
import type { Standing } from '../account-news.ts';
import { type CloudCalls, CloudError, createCloudCalls, META } from './calls.ts';
import { templateOf } from './templates.ts';

/** The Cloud API of one number. Every call throws CloudError, or OutsideError when there was no answer. */
export interface CloudApi {
  /** What the number is; the cheapest proof that the token is good. */
  number(signal: AbortSignal): Promise<{ digits: string; name: string }>;
  /** What Meta thinks of the number, and to how many customers it may write first in a day. */
  standing(signal: AbortSignal): Promise<Standing>;
  /** Texts that may be sent from here; null when it is not known which account the number belongs to. */
  templates(signal: AbortSignal): Promise<MessageTemplate[] | null>;
  /** Whatever goes to `/messages`. @returns the id of the message; null for what has none, like a receipt */
  post(body: object): Promise<string | null>;
  /** @returns its id, by which it may be sent for thirty days */
  upload(file: Omit<UploadedFile, 'field'>): Promise<string>;
  /** A file of Meta's by its id. */
  openFile(mediaId: string): Promise<AsyncIterable<Uint8Array>>;
  setBlocked(number: string, blocked: boolean): Promise<void>;
}

const UPLOAD_MS = 120_000;
/** The largest that WhatsApp carries are documents of 100 MB. */
const MAX_FILE_BYTES = 128 * 1024 ** 2;

const ID = /^[\w.=+-]{1,200}$/;

const debugged = z.object({
  data: z.object({
    granular_scopes: z.array(z.object({ scope: z.string(), target_ids: z.array(z.string()).default([]) })),
  }),
});

const rated = z.object({
  quality_rating: z.string().catch(''),
  messaging_limit_tier: z.string().catch(''),
});

/** `TIER_1K` are a thousand. */
function customersOf(tier: string): number | null {
  const [, digits, thousands] = /^TIER_(\d+)(K?)$/.exec(tier) ?? [];
  return digits === undefined ? null : Number(digits) * (thousands ? 1_000 : 1);
}

const TEMPLATES_AT_ONCE = 100;
const templatePage = z.object({
  /** Each by itself: one that nobody understands must not lose the others. */
  data: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
    .optional(),
});
type TemplatePage = z.output<typeof templatePage>;

export function openCloud(
  { http, addresses }: Outside,
  { phoneNumberId, accessToken, businessAccountId }: CredentialsOf<'whatsapp_cloud'>,
): CloudApi {
  const calls = createCloudCalls({ http, addresses }, accessToken);

  /** The account that the token may manage, where it is only one. */
  async function accountId(signal: AbortSignal): Promise<string | null> {
    if (businessAccountId) return businessAccountId;
    const { data } = await calls.ask(`debug_token?input_token=${accessToken}`, { signal }, debugged);
    const ids = data.granular_scopes.flatMap(({ scope, target_ids }) =>
      scope === 'whatsapp_business_management' ? target_ids : [],
    );
    const [only, another] = ids;
    return only !== undefined && another === undefined && ID.test(only) ? only : null;
  }

  return {
    async number(signal) {
      const known = z.object({ display_phone_number: z.string(), verified_name: z.string().catch('') });
      const fields = 'display_phone_number,verified_name';
      const told = await calls.ask(`${phoneNumberId}?fields=${fields}`, { signal }, known);
      return { digits: told.display_phone_number.replaceAll(/\D/g, ''), name: told.verified_name };
    },
    async standing(signal) {
      const fields = 'quality_rating,messaging_limit_tier';
      const told = await calls.ask(`${phoneNumberId}?fields=${fields}`, { signal }, rated);
      const quality = QUALITIES.find((one) => one === told.quality_rating.toLowerCase()) ?? null;
      return { quality, dailyCustomers: customersOf(told.messaging_limit_tier) };
    },
    async templates(signal) {
      const account = await accountId(signal);
      return account === null ? null : approvedTemplates(calls, account, signal);
    },
    async post(body) {
      const accepted = z.object({ messages: z.array(z.object({ id: z.string() })).optional() });
      const { messages } = await calls.send('POST', `${phoneNumberId}/messages`, body, accepted);
      return messages?.[0]?.id ?? null;
    },
    async upload(file) {
      const fields = { ...META, type: file.mime };
      const form = formWith(fields, { ...file, field: 'file' });
      const made = z.object({ id: z.string() });
      const asked = { method: 'POST', ...form, timeoutMs: UPLOAD_MS } as const;
      return (await calls.ask(`${phoneNumberId}/media`, asked, made)).id;
    },
    async openFile(mediaId) {
      // A stranger wrote it, and it becomes a part of an address.
      if (!ID.test(mediaId)) throw new CloudError(0, 404, 'no id of a file');
      const { url } = await calls.ask(mediaId, {}, z.object({ url: z.string() }));
      const asked = { method: 'GET', url, headers: calls.authorization, timeoutMs: UPLOAD_MS } as const;
      const answer = await http.open({ ...asked, maxBytes: MAX_FILE_BYTES });
      if (answer.status === 200) return answer.bytes;
      // A generator that was never begun ends nothing.
      for await (const _chunk of answer.bytes) break;
      throw new CloudError(0, answer.status, 'the file is not there');
    },
    async setBlocked(number, blocked) {
      const people = { block_users: [{ user: number }] };
      await calls.send(blocked ? 'POST' : 'DELETE', `${phoneNumberId}/block_users`, people, z.unknown());
    },
  };
}

async function approvedTemplates(
  { ask }: CloudCalls,
  account: string,
  signal: AbortSignal,
): Promise<MessageTemplate[]> {
  const found: MessageTemplate[] = [];
  let after: string | undefined = '';
  for (let page = 0; page < MAX_TEMPLATES / TEMPLATES_AT_ONCE && after !== undefined; page++) {
    const query = new URLSearchParams({
      fields: 'name,language,status,category,components',
      status: 'APPROVED',
      limit: String(TEMPLATES_AT_ONCE),
      ...(after ? { after } : {}),
    });
    const told: TemplatePage = await ask(`${account}/message_templates?${query}`, { signal }, templatePage);
    found.push(...told.data.flatMap((one) => templateOf(one) ?? []));
    after = told.paging?.next ? told.paging.cursors?.after : undefined;
  }
  return found;
}
