import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { listSettings } from '@balcao/shared/api/settings.ts';
import { type SettingKey, settingRule } from '@balcao/shared/domain/settings.ts';
import { Stack, Title } from '@mantine/core';
import { useApiQuery } from '../../app/api-query.ts';
import { QueryView } from '../../app/query-view.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { Panel } from '../../components/page.tsx';
import { OptionField } from './option-field.tsx';
import classes from './settings.module.css';

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

/** Every option of the company, saved as soon as it is changed. */
export function OptionsTab({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const query = useApiQuery(listSettings, {});
  return (
    <QueryView query={query}>
      {(settings) => {
        const values = new Map<string, string>(settings.map(({ key, value }) => [key, value]));
        return (
          <Stack gap="lg">
            {GROUPS.filter((group) => group.key !== 'platform' || user.super).map((group) => (
              <section key={group.key} aria-label={t(`settings:groups.${group.key}`)}>
                <Title order={2} size="h5" mb="xs">
                  {t(`settings:groups.${group.key}`)}
                </Title>
                <Panel>
                  <ul className={classes.options}>
                    {group.options.map((option) => (
                      <li key={option} className={classes.option}>
                        <OptionField
                          option={option}
                          value={values.get(option) ?? settingRule(option).initial}
                        />
                      </li>
                    ))}
                  </ul>
                </Panel>
              </section>
            ))}
          </Stack>
        );
      }}
    </QueryView>
  );
}
