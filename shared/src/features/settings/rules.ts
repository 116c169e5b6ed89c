import { z } from 'zod';
import { type Actor, hasRole, PROFILES, type Profile } from '../../contract/roles.ts';
import { HELP_KINDS, helpKindsOf } from '../agent-help/kinds.ts';
import { synonyms } from '../knowledge/synonyms.ts';
import { NOTICE_PLACES, PRIVACY_CHARS } from '../privacy/notice.ts';
import { RATING_SCALES } from '../ratings/scale.ts';
import { permissions } from './permissions.ts';

/**
 * Every option of a company: its values, its default, and who may set it.
 *
 * - `service`: how customers are served, so supervisors set it too.
 * - `provider`: the company's account at an outside service; shown only to users who may set it, never on the feed.
 * - `secret`: stored encrypted, shown as a mask.
 * - `operator`: only a super user changes it.
 */
interface SettingRule {
  value: z.ZodType<string>;
  initial: string;
  service?: true;
  provider?: true;
  secret?: true;
  operator?: true;
}

const toggle = (initial: 'enabled' | 'disabled'): SettingRule => ({
  value: z.enum(['enabled', 'disabled']),
  initial,
});
const service = (rule: SettingRule): SettingRule => ({ ...rule, service: true });
const provider: SettingRule = { value: z.string().trim().max(500), initial: '', provider: true };
const secret: SettingRule = { ...provider, secret: true };

/** Whose profile must sign in with a second factor, from nobody to everybody. */
export const SECOND_FACTOR_CHOICES = ['disabled', 'admins', 'supervisors', 'enabled'] as const;
const SECOND_FACTOR_OF: Record<(typeof SECOND_FACTOR_CHOICES)[number], readonly Profile[]> = {
  disabled: [],
  admins: ['admin'],
  supervisors: ['admin', 'supervisor'],
  enabled: PROFILES,
};
const secondFactorChoice = z.enum(SECOND_FACTOR_CHOICES).catch('disabled');

/**
 * Operators count as admins, whatever their profile.
 *
 * @param choice the company's `requireSecondFactor`; null: it has never chosen
 */
export const demandsSecondFactor = (
  choice: string | null,
  person: Pick<Actor, 'profile' | 'super'>,
): boolean =>
  SECOND_FACTOR_OF[secondFactorChoice.parse(choice)].includes(person.super ? 'admin' : person.profile);

export const EMBEDDING_MODEL_CHARS = 120;
export const MOST_REQUEST_DAYS = 90;

export const SETTINGS = {
  /** Customers are asked for a mark when a ticket closes. */
  userRating: service(toggle('disabled')),
  /** The scale of that mark. */
  ratingScale: service({ value: z.enum(RATING_SCALES), initial: 'satisfaction' }),
  /** The customer is invited to comment the mark. */
  ratingComment: service(toggle('disabled')),
  /** Decides whose business hours count. */
  scheduleType: service({ value: z.enum(['disabled', 'queue', 'company']), initial: 'disabled' }),
  /** Calls: `disabled` refuses them with a text. */
  call: service(toggle('enabled')),
  /** `enabled` ignores groups. */
  CheckMsgIsGroup: service(toggle('enabled')),
  /** The agent is introduced when a ticket is accepted. */
  sendGreetingAccepted: service(toggle('disabled')),
  /** The customer is notified of a transfer. */
  sendMsgTransfTicket: service(toggle('disabled')),
  chatBotType: { value: z.enum(['text']), initial: 'text' },
  /** Minutes in which a closed ticket is reopened instead of a new one made; 0 never. */
  timeCreateNewTicket: { value: z.string().regex(/^(0|[1-9]\d{0,4})$/), initial: '120' },
  /** Who signs in with a second factor. */
  requireSecondFactor: { value: z.enum(SECOND_FACTOR_CHOICES), initial: 'disabled' },
  /** Whether a second person has to agree before everything about a person is deleted. */
  erasureApproval: toggle('disabled'),
  /** Days without the server after which a console lets go of what it has of customers. */
  offlineDays: { value: z.string().regex(/^([1-9]\d?|[12]\d\d|3[0-5]\d|36[0-5])$/), initial: '30' },
  /** Tokens of the AI in a month of the company's calendar; empty: no limit. */
  aiMonthlyTokens: {
    value: z
      .string()
      .trim()
      .regex(/^(0|[1-9]\d{0,11})?$/),
    initial: '',
  },
  /** The prompt by which an AI helps agents; empty: none does. */
  agentHelpPrompt: { value: z.string().regex(/^([1-9]\d{0,14})?$/), initial: '' },
  /** With what, separated by commas. */
  agentHelpKinds: {
    value: z.string().transform((kinds) => helpKindsOf(kinds).join(',')),
    initial: HELP_KINDS.join(','),
  },
  /** Days for which what the AI is asked about conversations is kept, up to MOST_REQUEST_DAYS; empty: nothing is. */
  aiRequestDays: { value: z.string().regex(/^([1-9]|[1-8]\d|90)?$/), initial: '' },
  /** The model by which that AI says what articles and questions mean (`/embeddings`), for the search; empty: it goes by words. */
  embeddingModel: { value: z.string().trim().max(EMBEDDING_MODEL_CHARS), initial: '' },
  /** Words that mean the same to its customers, for the search of articles. */
  synonyms: service({ value: synonyms, initial: '' }),
  /** Customers may read what the company has published for them of what it knows. */
  helpPage: toggle('disabled'),
  /** The colour of that page, as `#rrggbb`, and the address of a picture above its name; empty: none of its own. */
  helpColour: {
    value: z
      .string()
      .trim()
      .toLowerCase()
      .regex(/^(#[\da-f]{6})?$/),
    initial: '',
  },
  helpLogo: {
    value: z
      .string()
      .trim()
      .pipe(z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(500)])),
    initial: '',
  },
  /** The company publishes a page of what it keeps of its customers. */
  privacyPage: toggle('disabled'),
  /** Its own words there. */
  privacyWords: { value: z.string().trim().max(PRIVACY_CHARS.words), initial: '' },
  /** Whom customers write to about it. */
  privacyContact: { value: z.string().trim().max(PRIVACY_CHARS.contact), initial: '' },
  /** With which automatic message customers are told of it. */
  privacyNotice: { value: z.enum(NOTICE_PLACES), initial: 'disabled' },
  privacyNoticeText: { value: z.string().trim().max(PRIVACY_CHARS.notice), initial: '' },
  /** Campaigns may be used when the plan has them. */
  campaignsEnabled: { value: z.enum(['true', 'false']), initial: 'true', operator: true },
  /** Counts in the operator's company: whether others may sign up. */
  userCreation: { ...toggle('enabled'), operator: true },
  ipixc: provider,
  tokenixc: secret,
  ipmkauth: provider,
  clientidmkauth: provider,
  clientsecretmkauth: secret,
  asaas: secret,
  /** The hub's token. */
  notificameHub: secret,
} as const satisfies Record<string, SettingRule>;

export type SettingKey = keyof typeof SETTINGS;
export const SETTING_KEYS = Object.keys(SETTINGS) as [SettingKey, ...SettingKey[]];

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(SETTINGS, key);
export const settingRule = (key: SettingKey): SettingRule => SETTINGS[key];

/** The options that every user of the company may know. */
export const isPublicSetting = (key: string): boolean => !(isSettingKey(key) && settingRule(key).provider);

type Setter = Pick<Actor, 'profile' | 'super'>;

export const maySeeSetting = (actor: Setter, key: SettingKey): boolean =>
  isPublicSetting(key) || hasRole(actor, permissions['settings:manage']);

export function maySetSetting(actor: Setter, key: SettingKey): boolean {
  const { service: isService, operator } = settingRule(key);
  const roles = permissions[isService ? 'settings:service' : 'settings:manage'];
  return hasRole(actor, roles) && (!operator || actor.super);
}
