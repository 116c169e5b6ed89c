import type { SettingKey } from '@balcao/shared/features/settings/rules.ts';

interface Group {
  key: string;
  options: readonly SettingKey[];
}

/** The groups of options, in a natural order. `campaignsEnabled` is on a company's form, `userCreation` above the list of
 * companies. */
export const OPTION_GROUPS = [
  {
    key: 'service',
    options: [
      'userRating',
      'ratingScale',
      'ratingComment',
      'scheduleType',
      'call',
      'CheckMsgIsGroup',
      'sendGreetingAccepted',
      'sendMsgTransfTicket',
      'timeCreateNewTicket',
      'chatBotType',
      'helpPage',
      'helpColour',
      'helpLogo',
    ],
  },
  { key: 'security', options: ['requireSecondFactor', 'erasureApproval', 'offlineDays'] },
] as const satisfies readonly Group[];

/** The services outside that a company may have an account at, each with its keys. */
export const INTEGRATIONS = [
  { key: 'ixc', options: ['ipixc', 'tokenixc'] },
  { key: 'mkauth', options: ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth'] },
  { key: 'asaas', options: ['asaas'] },
  { key: 'notificameHub', options: ['notificameHub'] },
] as const satisfies readonly Group[];

export type Option = (typeof OPTION_GROUPS | typeof INTEGRATIONS)[number]['options'][number];

/** The options that are on or off; the row says what the present state means. */
const TOGGLES = [
  'userRating',
  'ratingComment',
  'call',
  'CheckMsgIsGroup',
  'sendGreetingAccepted',
  'sendMsgTransfTicket',
  'erasureApproval',
  'helpPage',
] as const satisfies readonly Option[];
export type Toggle = (typeof TOGGLES)[number];

export const isToggle = (option: Option): option is Toggle => TOGGLES.some((one) => one === option);
