import { z } from 'zod';

/** How a company's campaigns are sent: how long they wait between two messages, and words of its own for their texts. */

/** Seconds, and for `longerIntervalAfter` messages; 0: none. */
const PAUSES = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const;
export const CAMPAIGN_PAUSES = {
  /** After each message a random time up to this. */
  messageInterval: [0, 5, 10, 15, 20],
  /** After so many messages the long pause comes instead. */
  longerIntervalAfter: PAUSES,
  greaterInterval: PAUSES,
} as const;

export const MAX_CAMPAIGN_VARIABLES = 100;
export const CAMPAIGN_VARIABLE = { keyChars: 50, valueChars: 1_000 } as const;

/** Texts name it in braces: it can hold none, and no blanks. */
export const isVariableKey = (key: string): boolean => /^[^\s{}]+$/.test(key);

const variable = z.object({
  key: z.string().trim().max(CAMPAIGN_VARIABLE.keyChars).refine(isVariableKey),
  value: z.string().max(CAMPAIGN_VARIABLE.valueChars),
});
export type CampaignVariable = z.output<typeof variable>;

/** Of two variables with one key the first counts. */
const withoutDuplicates = (variables: readonly CampaignVariable[]): CampaignVariable[] =>
  variables.filter(({ key }, place) => variables.findIndex((one) => one.key === key) === place);

const fields = z.object({
  messageInterval: z.literal(CAMPAIGN_PAUSES.messageInterval),
  longerIntervalAfter: z.literal(CAMPAIGN_PAUSES.longerIntervalAfter),
  greaterInterval: z.literal(CAMPAIGN_PAUSES.greaterInterval),
  variables: z.array(variable).max(MAX_CAMPAIGN_VARIABLES).transform(withoutDuplicates),
});

/** What is not given stays as it is. */
export const campaignSettingsChange = fields.partial();

/** What is not given is at its default. */
export const campaignSettings = z.object({
  messageInterval: fields.shape.messageInterval.default(20),
  longerIntervalAfter: fields.shape.longerIntervalAfter.default(20),
  greaterInterval: fields.shape.greaterInterval.default(60),
  variables: fields.shape.variables.default([]),
});
export type CampaignSettings = z.output<typeof campaignSettings>;

export const CAMPAIGN_SETTING_KEYS = Object.keys(fields.shape) as [
  keyof CampaignSettings,
  ...(keyof CampaignSettings)[],
];

/** A setting as the API tells it: its value is JSON text. */
export const campaignSetting = z.object({ key: z.enum(CAMPAIGN_SETTING_KEYS), value: z.string() });
type CampaignSetting = z.output<typeof campaignSetting>;

export const listedSettings = (settings: CampaignSettings): CampaignSetting[] =>
  CAMPAIGN_SETTING_KEYS.map((key) => ({ key, value: JSON.stringify(settings[key]) }));

export const settingsOfList = (list: readonly CampaignSetting[]): CampaignSettings =>
  campaignSettings.parse(Object.fromEntries(list.map(({ key, value }) => [key, JSON.parse(value)])));
