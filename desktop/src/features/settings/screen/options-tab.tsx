import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { listSettings } from '@balcao/shared/features/settings/calls.ts';
import { maySetSetting, settingRule } from '@balcao/shared/features/settings/rules.ts';
import { fold } from '@balcao/shared/text/fold.ts';
import { Stack, TextInput } from '@mantine/core';
import { IconSearch, IconSettings } from '@tabler/icons-react';
import { useEffect } from 'react';
import { OptionGroup } from '../../../renderer/components/option-row.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useOptionSearch } from '../../../renderer/kit/option-search.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { IntegrationCards } from './integration-cards.tsx';
import { OptionField } from './option-field.tsx';
import { INTEGRATIONS, isToggle, OPTION_GROUPS, type Option } from './option-groups.ts';
import classes from './settings.module.css';

/** The options of the company that this user may set; each change is saved at once. */
export function OptionsTab({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const query = useApiQuery(listSettings, {});
  const { search, set: setSearch } = useOptionSearch();
  useEffect(() => () => setSearch(''), [setSearch]);
  const textOf = useOptionText();
  const words = fold(search).split(/\s+/).filter(Boolean);
  const isShown = (title: string) => (option: Option) =>
    maySetSetting(user, option) && words.every((word) => fold(`${title} ${textOf(option)}`).includes(word));
  const groups = OPTION_GROUPS.map(({ key, options }) => {
    const title = t(`settings:groups.${key}`);
    return { key, title, options: options.filter(isShown(title)) };
  }).filter(({ options }) => options.length > 0);
  const integrations = INTEGRATIONS.map(({ key, options }) => {
    const title = t(`settings:integrations.${key}`);
    const about = `${t('settings:integrations.title')} ${title} ${t(`settings:integrations.about.${key}`)}`;
    return { key, title, options: options.filter(isShown(about)) };
  }).filter(({ options }) => options.length > 0);
  return (
    <QueryView query={query}>
      {(settings) => {
        const values = new Map<string, string>(settings.map(({ key, value }) => [key, value]));
        const fieldOf = (option: Option) => (
          <OptionField
            key={option}
            option={option}
            value={values.get(option) ?? settingRule(option).initial}
          />
        );
        return (
          <Stack gap="lg">
            <TextInput
              type="search"
              className={classes.search}
              aria-label={t('settings:search')}
              placeholder={t('settings:search')}
              leftSection={<IconSearch size={16} aria-hidden />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
            {groups.map(({ key, title, options }) => (
              <OptionGroup key={key} title={title}>
                {options.map(fieldOf)}
              </OptionGroup>
            ))}
            <IntegrationCards cards={integrations} values={values} isSearch={words.length > 0} />
            {groups.length + integrations.length === 0 ? (
              <StateView icon={IconSettings} title={t('common:noResults')} />
            ) : null}
          </Stack>
        );
      }}
    </QueryView>
  );
}

/** What the search looks through: the words of an option, in both of its states. */
function useOptionText(): (option: Option) => string {
  const { t } = useTexts();
  return (option) => {
    const hint = isToggle(option)
      ? `${t(`settings:states.${option}.enabled`)} ${t(`settings:states.${option}.disabled`)}`
      : t(`settings:hints.${option}`);
    return `${t(`settings:options.${option}`)} ${hint}`;
  };
}
