import { MESSAGE_MAX_CHARS } from '../messages/limits.ts';

/**
 * What screens and servers know of each kind of connection, once. The server adds how its session is run
 * (`server/src/channels/kinds.ts`).
 */

/** The messengers that customers write on. */
export const CHANNELS = ['whatsapp', 'facebook', 'instagram', 'telegram', 'mail', 'web'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Where a new conversation goes out when nobody has said where. */
export const DEFAULT_CHANNEL: Channel = 'whatsapp';

/** The ways that lead to them: several may lead to one messenger, and one to several. */
export const CONNECTION_KINDS = ['whatsapp', 'whatsapp_cloud', 'telegram', 'hub', 'mail', 'web'] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];

/** The names by which messengers know people and groups. */
export const IDENTITY_KINDS = [
  'phone',
  'lid',
  'group',
  // The id is of somebody whose number Meta does not tell: it means something to one business alone.
  'whatsapp_user',
  'telegram',
  'facebook',
  'instagram',
  // An address of e-mail, in small letters.
  'email',
  // A visitor of the company's own pages, or whom those know, within one chat.
  'web',
] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/** The messengers on which people have such a name. */
export const CHANNEL_OF: Record<IdentityKind, Channel> = {
  phone: 'whatsapp',
  lid: 'whatsapp',
  group: 'whatsapp',
  whatsapp_user: 'whatsapp',
  telegram: 'telegram',
  facebook: 'facebook',
  instagram: 'instagram',
  email: 'mail',
  web: 'web',
};

/** What can be done in a conversation. What cannot is not offered. */
export interface ChannelFeatures {
  /** Texts of ours may be changed, and messages of ours deleted for both sides. */
  edit: boolean;
  delete: boolean;
  /** The emoji that one may react with: all, these, or none. */
  reactions: 'all' | readonly string[];
  quote: boolean;
  /** Bold, italics, struck-through words and code are shown as such; elsewhere customers would read the signs. */
  marks: boolean;
  /** Characters of one message, and of the words beside a file. */
  textChars: number;
  captionChars: number;
  /** Speech that is recorded and played as such. */
  voiceNote: boolean;
  /** The furthest thing that is told of a message of ours: that it was taken, or that it was read. */
  ticks: 'sent' | 'read';
  calls: boolean;
  /** People are reached by phone number: we may write first, and look numbers up. */
  phoneNumbers: boolean;
  /** The messenger keeps away whom we block. */
  blocks: boolean;
  /** May carry campaigns. */
  campaigns: boolean;
  /** Hours after the customer's last message in which we may answer freely; null: always. */
  serviceHours: number | null;
  /** Texts that the messenger has approved go to everybody who has a number, at any time, and are how one writes first. */
  templates: boolean;
}

interface KindFacts {
  /**
   * How a company's account is linked: with a phone that scans or types a code, or with what the account's owner has. There
   * is no account where the messenger is this server itself.
   */
  linkedBy: 'phone' | 'credentials' | 'nothing';
  /** The owner enters there where this server is told what customers do. */
  isTold?: true;
  /** What people and groups are known by there, the name first that is written to first. */
  identities: readonly IdentityKind[];
  channels: Partial<Record<Channel, ChannelFeatures>>;
}

/** The reactions that Telegram takes from programs. */
const TELEGRAM_REACTIONS =
  '👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 😈 😴 😭 🤓 👻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷 😡'.split(
    ' ',
  );

/** What a hub passes on: words and files, and what became of ours. */
const HUB_FEATURES = {
  edit: false,
  delete: false,
  reactions: [],
  quote: false,
  marks: false,
  captionChars: 1_000,
  voiceNote: false,
  ticks: 'read',
  calls: false,
  phoneNumbers: false,
  blocks: false,
  campaigns: false,
  templates: false,
} as const satisfies Partial<ChannelFeatures>;

export const KIND_FACTS: Record<ConnectionKind, KindFacts> = {
  whatsapp: {
    linkedBy: 'phone',
    identities: ['lid', 'phone', 'group'],
    channels: {
      whatsapp: {
        edit: true,
        delete: true,
        reactions: 'all',
        quote: true,
        marks: true,
        textChars: MESSAGE_MAX_CHARS,
        captionChars: MESSAGE_MAX_CHARS,
        voiceNote: true,
        ticks: 'read',
        calls: true,
        phoneNumbers: true,
        blocks: true,
        campaigns: true,
        serviceHours: null,
        templates: false,
      },
    },
  },
  whatsapp_cloud: {
    linkedBy: 'credentials',
    isTold: true,
    identities: ['phone', 'whatsapp_user'],
    channels: {
      whatsapp: {
        edit: false,
        delete: false,
        reactions: 'all',
        quote: true,
        marks: true,
        textChars: 4_096,
        captionChars: 1_024,
        voiceNote: true,
        ticks: 'read',
        calls: false,
        // Meta answers no question about numbers, and takes nothing but templates for those who have not written.
        phoneNumbers: false,
        blocks: true,
        campaigns: true,
        serviceHours: 24,
        templates: true,
      },
    },
  },
  telegram: {
    linkedBy: 'credentials',
    identities: ['telegram'],
    channels: {
      telegram: {
        edit: true,
        delete: true,
        reactions: TELEGRAM_REACTIONS,
        quote: true,
        marks: true,
        textChars: 4_096,
        captionChars: 1_024,
        voiceNote: true,
        ticks: 'sent',
        calls: false,
        phoneNumbers: false,
        blocks: false,
        campaigns: false,
        serviceHours: null,
        templates: false,
      },
    },
  },
  hub: {
    linkedBy: 'credentials',
    identities: ['facebook', 'instagram', 'telegram'],
    channels: {
      facebook: { ...HUB_FEATURES, textChars: 2_000, serviceHours: 24 },
      instagram: { ...HUB_FEATURES, textChars: 1_000, serviceHours: 24 },
      telegram: { ...HUB_FEATURES, textChars: 4_096, serviceHours: null },
    },
  },
  mail: {
    linkedBy: 'credentials',
    identities: ['email'],
    channels: {
      mail: {
        edit: false,
        delete: false,
        reactions: [],
        quote: true,
        marks: true,
        textChars: MESSAGE_MAX_CHARS,
        captionChars: MESSAGE_MAX_CHARS,
        voiceNote: false,
        ticks: 'sent',
        calls: false,
        phoneNumbers: false,
        blocks: false,
        campaigns: true,
        serviceHours: null,
        templates: false,
      },
    },
  },
  web: {
    linkedBy: 'nothing',
    identities: ['web'],
    channels: {
      web: {
        edit: true,
        delete: true,
        reactions: 'all',
        quote: true,
        marks: true,
        textChars: 10_000,
        captionChars: 4_000,
        voiceNote: true,
        ticks: 'read',
        calls: false,
        phoneNumbers: false,
        blocks: false,
        campaigns: false,
        serviceHours: null,
        templates: false,
      },
    },
  },
};

/** What can be done on a connection. */
export function featuresOf({ kind, channel }: { kind: ConnectionKind; channel: Channel }): ChannelFeatures {
  const features = KIND_FACTS[kind].channels[channel];
  if (!features) throw new Error(`${kind} does not lead to ${channel}`);
  return features;
}

/** The messenger that a kind leads to: the first one, where there are several. */
export function channelOf(kind: ConnectionKind): Channel {
  const channel = CHANNELS.find((one) => KIND_FACTS[kind].channels[one]);
  if (!channel) throw new Error(`${kind} leads nowhere`);
  return channel;
}

/** The kinds of connections that can do something. */
export const kindsThat = (can: (features: ChannelFeatures) => boolean): ConnectionKind[] =>
  CONNECTION_KINDS.filter((kind) => Object.values(KIND_FACTS[kind].channels).some(can));

/** The kinds of connections that write first to whoever has a number, by nothing but approved texts. */
export const BY_TEMPLATE = kindsThat(({ templates }) => templates);

/** The names of people whom anybody may write to first and freely, with the kinds of connections that can. */
export const BY_NUMBER = {
  kinds: kindsThat(({ phoneNumbers }) => phoneNumbers),
  identities: IDENTITY_KINDS.filter((identity) =>
    kindsThat(({ phoneNumbers }) => phoneNumbers).some((kind) =>
      KIND_FACTS[kind].identities.includes(identity),
    ),
  ),
} as const;

/** The kinds of connections that lead to whoever has an address of e-mail. */
export const BY_ADDRESS = CONNECTION_KINDS.filter((kind) => KIND_FACTS[kind].identities.includes('email'));

/** Whether blocking a contact keeps it away anywhere; one whom no messenger knows yet will be met by number. */
export const isBlockable = ({ channels }: { channels: readonly Channel[] }): boolean =>
  channels.length === 0 ||
  CONNECTION_KINDS.some((kind) => channels.some((channel) => KIND_FACTS[kind].channels[channel]?.blocks));

/** Whether an emoji is one to react with there; the variation selector that some keyboards add does not count. */
export const mayReactWith = ({ reactions }: Pick<ChannelFeatures, 'reactions'>, emoji: string): boolean =>
  reactions === 'all' || reactions.includes(emoji.replaceAll('\uFE0F', ''));
