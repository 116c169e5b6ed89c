import type { SettingKey } from '@balcao/shared/domain/settings.ts';

/** The groups of options, in a natural order. `campaignsEnabled` is on a company's form. */
export const OPTION_GROUPS = [
  {
    key: 'service',
    options: [
      'userRating',
      'scheduleType',
      'call',
      'CheckMsgIsGroup',
      'sendGreetingAccepted',
      'sendMsgTransfTicket',
      'timeCreateNewTicket',
      'chatBotType',
    ],
  },
  { key: 'security', options: ['requireSecondFactor'] },
  { key: 'ixc', options: ['ipixc', 'tokenixc'] },
  { key: 'mkauth', options: ['ipmkauth', 'clientidmkauth', 'clientsecretmkauth'] },
  { key: 'others', options: ['asaas', 'notificameHub'] },
  { key: 'platform', options: ['userCreation'] },
] as const satisfies readonly { key: string; options: readonly SettingKey[] }[];

export type Option = (typeof OPTION_GROUPS)[number]['options'][number];
