import { z } from 'zod';

/**
 * What Meta tells of a number, as far as we read it. Everything else in a notice is left where it is.
 */

const text = z.string().catch('');

const file = z.object({
  id: z.string(),
  mime_type: text,
  caption: text,
  filename: text,
  voice: z.boolean().catch(false),
});
export type CloudFile = z.output<typeof file>;

const contact = z.object({
  name: z.object({ formatted_name: text }).catch({ formatted_name: '' }),
  phones: z.array(z.object({ phone: text, wa_id: text, type: text })).catch([]),
  emails: z.array(z.object({ email: text })).catch([]),
  org: z.object({ company: text }).catch({ company: '' }),
});
export type CloudContact = z.output<typeof contact>;

const digits = z.string().regex(/^\d{5,20}$/);

/** Meta's name of a person for this business, also of one who hides the number. */
const userId = z.string().regex(/^[\w.-]{3,200}$/);

/** The price of one, in units of the currency. */
const orderLine = z.object({
  product_retailer_id: text,
  quantity: z.coerce.number().catch(0),
  item_price: z.coerce.number().catch(Number.NaN),
  currency: text,
});
export type CloudOrderLine = z.output<typeof orderLine>;

/** What brought the customer: an advertisement or a post of the business. */
const referral = z.object({
  source_type: text,
  source_id: text,
  source_url: text,
  headline: text,
  body: text,
  ctwa_clid: text,
});
export type CloudReferral = z.output<typeof referral>;

const message = z.looseObject({
  id: z.string().min(1).max(200),
  from: digits.optional().catch(undefined),
  from_user_id: userId.optional().catch(undefined),
  /** Whole seconds. */
  timestamp: z.coerce.number(),
  type: z.string(),
  text: z.object({ body: z.string() }).optional().catch(undefined),
  image: file.optional().catch(undefined),
  video: file.optional().catch(undefined),
  audio: file.optional().catch(undefined),
  document: file.optional().catch(undefined),
  sticker: file.optional().catch(undefined),
  location: z
    .object({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      name: text,
      address: text,
    })
    .optional()
    .catch(undefined),
  contacts: z.array(contact).optional().catch(undefined),
  /** Without an emoji the earlier one is taken back. */
  reaction: z.object({ message_id: z.string(), emoji: text }).optional().catch(undefined),
  order: z
    .object({ text, product_items: z.array(orderLine).catch([]) })
    .optional()
    .catch(undefined),
  /** Why Meta does not hand on what was sent. */
  errors: z.array(z.object({ title: text, error_data: z.object({ details: text }).optional() })).catch([]),
  /** A person has another number, or another name of Meta's. Who wrote it is the old one. */
  system: z
    .object({
      type: text,
      new_wa_id: digits.optional().catch(undefined),
      wa_id: digits.optional().catch(undefined),
      user_id: userId.optional().catch(undefined),
      previous_user_id: userId.optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  /** A button of a template. */
  button: z.object({ text: z.string(), payload: text }).optional().catch(undefined),
  interactive: z
    .object({
      button_reply: z.object({ id: text, title: z.string() }).optional(),
      list_reply: z.object({ id: text, title: z.string(), description: text }).optional(),
      /** A form that was filled in; its fields are JSON. */
      nfm_reply: z.object({ body: text, response_json: text }).optional(),
    })
    .optional()
    .catch(undefined),
  referral: referral.optional().catch(undefined),
  context: z
    .object({
      id: z.string().optional(),
      forwarded: z.boolean().catch(false),
      /** What the message asks about, from the business's catalogue. */
      referred_product: z.object({ product_retailer_id: z.string() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
export type CloudMessage = z.output<typeof message>;

const status = z.object({
  /** The id of our message. */
  id: z.string().min(1).max(200),
  status: z.string(),
  timestamp: z.coerce.number(),
  recipient_id: digits.optional().catch(undefined),
  errors: z.array(z.object({ code: z.number() })).catch([]),
});
export type CloudStatus = z.output<typeof status>;

const value = z.object({
  metadata: z.object({ phone_number_id: z.string() }),
  contacts: z
    .array(z.object({ wa_id: text, user_id: text, profile: z.object({ name: text }).catch({ name: '' }) }))
    .catch([]),
  /** Each by itself: one that nobody understands must not lose the others. */
  messages: z.array(z.unknown()).catch([]),
  statuses: z.array(z.unknown()).catch([]),
});

const notice = z.object({
  object: z.literal('whatsapp_business_account'),
  entry: z.array(z.object({ changes: z.array(z.object({ field: z.string(), value: z.unknown() })) })),
});

/** What it says is asked anew: a notice may be late, and does not say everything. */
const ABOUT_ACCOUNT = /^(message_template_|phone_number_|account_|business_capability_)/;

export interface Told {
  messages: CloudMessage[];
  statuses: CloudStatus[];
  /** What people call themselves, by their number and by Meta's name of them. */
  names: Map<string, string>;
  /** Something about the account is another: its templates, its quality, its limits. */
  isAboutAccount: boolean;
}

/** What a notice tells of one number; an account may have several, which all tell at the same address. */
export function readNotice(bytes: Uint8Array, phoneNumberId: string): Told {
  const told: Told = { messages: [], statuses: [], names: new Map(), isAboutAccount: false };
  const changes = (notice.safeParse(parsed(bytes)).data?.entry ?? []).flatMap((entry) => entry.changes);
  for (const change of changes) {
    if (ABOUT_ACCOUNT.test(change.field)) told.isAboutAccount = true;
    const read = value.safeParse(change.value).data;
    if (change.field !== 'messages' || read?.metadata.phone_number_id !== phoneNumberId) continue;
    told.messages.push(...read.messages.flatMap((one) => message.safeParse(one).data ?? []).filter(isNamed));
    told.statuses.push(...read.statuses.flatMap((one) => status.safeParse(one).data ?? []));
    for (const { wa_id, user_id, profile } of read.contacts)
      told.names.set(wa_id, profile.name).set(user_id, profile.name);
  }
  return told;
}

const isNamed = ({ from, from_user_id }: CloudMessage) => (from ?? from_user_id) !== undefined;

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return null;
  }
}
