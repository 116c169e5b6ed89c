import { listSettings, updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { Switch } from '@mantine/core';
import { useApiCommand, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Whether others may found companies by themselves, on the page for signing up. */
export function SignUpSwitch() {
  const { t } = useTexts();
  const { data: settings } = useApiQuery(listSettings, {});
  const save = useApiCommand(updateSetting);
  if (!settings) return null;
  const saved = settings.find(({ key }) => key === 'userCreation')?.value;
  const shown = save.isPending ? save.variables.body.value : saved;
  const isOpen = shown !== 'disabled';
  return (
    <Switch
      label={t('settings:options.userCreation')}
      description={t(isOpen ? 'companies:signUpOpen' : 'companies:signUpClosed')}
      checked={isOpen}
      aria-busy={save.isPending}
      onChange={({ currentTarget: { checked } }) => {
        if (save.isPending) return;
        save.mutate({ params: { key: 'userCreation' }, body: { value: checked ? 'enabled' : 'disabled' } });
      }}
    />
  );
}
