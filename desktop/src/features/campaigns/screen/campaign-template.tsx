import { listCampaignSettings } from '@balcao/shared/features/campaign-settings/calls.ts';
import { settingsOfList } from '@balcao/shared/features/campaign-settings/rules.ts';
import { parameterFor } from '@balcao/shared/features/campaigns/rules.ts';
import { listTemplates } from '@balcao/shared/features/connections/calls.ts';
import { Text } from '@mantine/core';
import { TemplateFields } from '../../../renderer/components/message-template/template-fields.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { CampaignForm } from './use-campaign-form.ts';
import { useSample } from './use-sample.ts';

/** The approved text of a campaign on a connection that writes first with nothing else, as somebody of the list reads it. */
export function CampaignTemplate({ form, isFixed }: { form: CampaignForm; isFixed: boolean }) {
  const { t } = useTexts();
  const { whatsappId, contactListId } = form.values;
  const query = useApiQuery(listTemplates, { params: { whatsappId: Number(whatsappId) } });
  const { data: settings = [] } = useApiQuery(listCampaignSettings, {});
  const { variables } = settingsOfList(settings);
  const { person } = useSample(contactListId);
  const { value, onChange, error } = form.getInputProps('template');
  return (
    <QueryView query={query}>
      {(templates) => (
        <>
          <TemplateFields
            templates={templates}
            value={value}
            onChange={onChange}
            greeted={t('campaigns:variables.name')}
            hint={t('campaigns:template.hint')}
            error={error}
            disabled={isFixed}
            {...(person ? { shown: (text: string) => parameterFor(text, person, variables) } : {})}
          />
          <Text size="xs" c="var(--text-muted)" mt="xs">
            {t('campaigns:template.variables', {
              names: [
                t('campaigns:variables.name'),
                t('campaigns:variables.number'),
                t('campaigns:variables.email'),
                ...variables.map(({ key }) => `{${key}}`),
              ].join(' '),
            })}
          </Text>
        </>
      )}
    </QueryView>
  );
}
