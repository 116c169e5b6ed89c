import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { listSettings } from '@balcao/shared/api/settings.ts';
import { maySetSetting, type SettingKey, settingRule } from '@balcao/shared/domain/settings.ts';
import { Stack } from '@mantine/core';
import { OptionGroup } from '../../components/option-row.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useApiQuery } from '../../kit/api-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { OptionField } from './option-field.tsx';

/** What belongs together, in the order in which people look for it. `campaignsEnabled` stands on a company's form. */
const GROUPS = [
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

export type Option = (typeof GROUPS)[number]['options'][number];

/** The options of the company that this person sets, saved as soon as they are changed. */
export function OptionsTab({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const query = useApiQuery(listSettings, {});
  const groups = GROUPS.map(({ key, options }) => ({
    key,
    options: options.filter((option) => maySetSetting(user, option)),
  })).filter(({ options }) => options.length > 0);
  return (
    <QueryView query={query}>
      {(settings) => {
        const values = new Map<string, string>(settings.map(({ key, value }) => [key, value]));
        return (
          <Stack gap="lg">
            {groups.map((group) => (
              <OptionGroup key={group.key} title={t(`settings:groups.${group.key}`)}>
                {group.options.map((option) => (
                  <OptionField
                    key={option}
                    option={option}
                    value={values.get(option) ?? settingRule(option).initial}
                  />
                ))}
              </OptionGroup>
            ))}
          </Stack>
        );
      }}
    </QueryView>
  );
}
