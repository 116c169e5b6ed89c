import {
  listCampaignSettings,
  saveCampaignSettings,
} from '@balcao/shared/features/campaign-settings/calls.ts';
import {
  CAMPAIGN_PAUSES,
  type CampaignSettings,
  type CampaignVariable,
  settingsOfList,
} from '@balcao/shared/features/campaign-settings/rules.ts';
import { Button, Group, Select, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { OptionGroup, OptionRow } from '../../../renderer/components/option-row.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { changedFields } from '../../../renderer/kit/changed-fields.ts';
import { useFormStart } from '../../../renderer/kit/use-form-start.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { Variables } from './variables.tsx';

export function CampaignSettingsPage() {
  const { t } = useTexts();
  const query = useFormStart(listCampaignSettings, {});
  return (
    <Page title={t('campaignSettings:title')} subtitle={t('campaignSettings:subtitle')}>
      <QueryView query={query}>{(list) => <Form start={settingsOfList(list)} />}</QueryView>
    </Page>
  );
}

const PAUSES = Object.keys(CAMPAIGN_PAUSES) as (keyof typeof CAMPAIGN_PAUSES)[];

function Form({ start }: { start: CampaignSettings }) {
  const { t } = useTexts();
  const save = useApiCommand(saveCampaignSettings);
  const form = useForm<CampaignSettings>({ initialValues: start });
  const { variables } = form.values;
  const setVariables = (next: CampaignVariable[]) => form.setFieldValue('variables', next);
  const submit = form.onSubmit((values) =>
    whenSaved(
      save.mutateAsync({ body: changedFields(values, form.getInitialValues()) }),
      t('campaignSettings:saved'),
      () => form.setInitialValues(values),
    ),
  );
  const words = (pause: (typeof PAUSES)[number], count: number) => {
    if (pause === 'longerIntervalAfter')
      return count === 0 ? t('campaignSettings:undefined') : t('campaignSettings:messages', { count });
    return count === 0 ? t('campaignSettings:noInterval') : t('campaignSettings:seconds', { count });
  };

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <OptionGroup title={t('campaignSettings:intervals')}>
          {PAUSES.map((pause) => (
            <OptionRow
              key={pause}
              label={t(`campaignSettings:${pause}`)}
              hint={t(`campaignSettings:${pause}Hint`)}
            >
              {(labelledBy) => (
                <Select
                  aria-labelledby={labelledBy}
                  data={CAMPAIGN_PAUSES[pause].map((count) => ({
                    value: String(count),
                    label: words(pause, count),
                  }))}
                  allowDeselect={false}
                  value={String(form.values[pause])}
                  onChange={(value) => form.setValues({ [pause]: Number(value) })}
                />
              )}
            </OptionRow>
          ))}
        </OptionGroup>
        <Variables variables={variables} onChange={setVariables} />
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('campaignSettings:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
