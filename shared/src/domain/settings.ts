import { z } from 'zod';

/**
 * Every option of a company: what it may be, what it is when nobody has said, and who may say.
 * Specification document 2, section 3; behaviours, sections 1, 3 and 6.
 *
 * - `secret`: stored encrypted, shown as a mask, never on the feed.
 * - `operator`: only a super user changes it.
 */
interface SettingRule {
  value: z.ZodType<string>;
  initial: string;
  secret?: true;
  operator?: true;
}

const toggle = (initial: 'enabled' | 'disabled'): SettingRule => ({
  value: z.enum(['enabled', 'disabled']),
  initial,
});
const text: SettingRule = { value: z.string().trim().max(500), initial: '' };
const secret: SettingRule = { ...text, secret: true };

export const SETTINGS = {
  /** Customers are asked for a mark when a ticket closes. */
  userRating: toggle('disabled'),
  /** Whose business hours count. */
  scheduleType: { value: z.enum(['disabled', 'queue', 'company']), initial: 'disabled' },
  /** Calls: `disabled` refuses them with a text. */
  call: toggle('enabled'),
  /** `enabled` ignores groups. */
  CheckMsgIsGroup: toggle('enabled'),
  /** The agent is introduced when a ticket is accepted. */
  sendGreetingAccepted: toggle('disabled'),
  /** The customer is told of a transfer. */
  sendMsgTransfTicket: toggle('disabled'),
  chatBotType: { value: z.enum(['text']), initial: 'text' },
  /** Minutes in which a closed ticket is reopened instead of a new one made; 0 never. */
  timeCreateNewTicket: { value: z.string().regex(/^(0|[1-9]\d{0,4})$/), initial: '120' },
  /** Everybody signs in with a second factor. */
  requireSecondFactor: toggle('disabled'),
  /** Campaigns may be used when the plan has them. */
  campaignsEnabled: { value: z.enum(['true', 'false']), initial: 'true', operator: true },
  /** Of the operator's company: whether others may sign up. */
  userCreation: { ...toggle('enabled'), operator: true },
  ipixc: text,
  tokenixc: secret,
  ipmkauth: text,
  clientidmkauth: text,
  clientsecretmkauth: secret,
  asaas: secret,
  /** The hub's token. */
  notificameHub: secret,
} as const satisfies Record<string, SettingRule>;

export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS = Object.keys(SETTINGS) as [SettingKey, ...SettingKey[]];

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);
export const settingRule = (key: SettingKey): SettingRule => SETTINGS[key];
