import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { listSettings } from '@balcao/shared/api/settings.ts';
import { maySetSetting, settingRule } from '@balcao/shared/domain/settings.ts';
import { Stack } from '@mantine/core';
import { OptionGroup } from '../../components/option-row.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useApiQuery } from '../../kit/api-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { OptionField } from './option-field.tsx';
import { OPTION_GROUPS } from './option-groups.ts';

/** The options of the company that this user may set; each change is saved at once. */
export function OptionsTab({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const query = useApiQuery(listSettings, {});
  const groups = OPTION_GROUPS.map(({ key, options }) => ({
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
