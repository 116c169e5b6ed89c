import { listCampaignSettings } from '@balcao/shared/features/campaign-settings/calls.ts';
import { settingsOfList } from '@balcao/shared/features/campaign-settings/rules.ts';
import { type CampaignVariable, fillTemplate } from '@balcao/shared/features/campaigns/rules.ts';
import { Button, Stack, Tabs, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import filledText from '../../../renderer/components/filled-text.module.css';
import { VariableField } from '../../../renderer/components/variable-field.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './campaigns.module.css';
import { unknownVariables } from './unknown-variables.ts';
import { type CampaignForm, PLACES } from './use-campaign-form.ts';
import { type Sample, useSample } from './use-sample.ts';

interface Props {
  form: CampaignForm;
  /** The place of the text that is shown, from 1 on. */
  tab: number;
  /** It goes out by e-mail, which has a subject. */
  byAddress: boolean;
  onTab: (tab: number) => void;
}

/** Edits up to five texts, of which each recipient gets one by chance, and shows each as one of them would read it. */
export function MessageTabs({ form, tab, byAddress, onTab }: Props) {
  const { t } = useTexts();
  const { variants, contactListId, confirmation } = form.values;
  const { data: settings = [] } = useApiQuery(listCampaignSettings, {});
  const { variables } = settingsOfList(settings);
  const sample = useSample(contactListId);
  const isWritten = (place: number) => variants[place - 1]?.message.trim() !== '';
  const text = (place: number, name: 'message' | 'question') => (
    <CampaignText
      label={t(`campaigns:${name}`)}
      variables={variables}
      sample={sample}
      {...form.getInputProps(`variants.${place - 1}.${name}`)}
    />
  );
  return (
    <div>
      <Tabs value={String(tab)} onChange={(next) => onTab(Number(next))} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          {PLACES.map((place) => (
            <Tabs.Tab key={place} value={String(place)} data-written={isWritten(place) || undefined}>
              {t('campaigns:tab', { place })}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {PLACES.map((place) => (
          <Tabs.Panel key={place} value={String(place)} pt="sm">
            <Stack gap="sm">
              {confirmation === 'true' ? text(place, 'question') : null}
              {text(place, 'message')}
            </Stack>
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="xs" c="var(--text-muted)" mt="xs">
        {byAddress ? `${t('campaigns:subjectHint')} ` : ''}
        {t('campaigns:variablesHint')} {t('campaigns:variantsHint')}
      </Text>
      {sample.person && sample.next ? (
        <Button
          size="compact-xs"
          variant="subtle"
          mt={4}
          leftSection={<IconUsers size={14} aria-hidden />}
          onClick={sample.next}
        >
          {t('campaigns:preview.another')}
        </Button>
      ) : null}
    </div>
  );
}

interface TextProps {
  label: string;
  variables: readonly CampaignVariable[];
  sample: Sample;
  value?: string;
  onChange: (text: string) => void;
}

function CampaignText({ value = '', variables, sample, ...props }: TextProps) {
  const { t } = useTexts();
  const offered = [
    { variable: t('campaigns:variables.name'), called: t('campaigns:variableNames.name') },
    { variable: t('campaigns:variables.number'), called: t('campaigns:variableNames.number') },
    { variable: t('campaigns:variables.email'), called: t('campaigns:variableNames.email') },
    ...variables.map(({ key }) => ({ variable: `{${key}}`, called: key })),
  ];
  return (
    <div>
      <VariableField
        placeholder={t('campaigns:textPlaceholder')}
        minRows={4}
        value={value}
        offered={offered}
        {...props}
      />
      <Preview value={value} variables={variables} person={sample.person} />
    </div>
  );
}

interface PreviewProps {
  value: string;
  variables: readonly CampaignVariable[];
  person: Sample['person'];
}

/** What that person will read, and which words in braces mean nothing. */
function Preview({ value, variables, person }: PreviewProps) {
  const { t } = useTexts();
  const unknown = unknownVariables(value, variables);
  const isRead = person !== null && value.trim() !== '';
  if (!isRead && unknown.length === 0) return null;
  return (
    <div className={filledText.root}>
      {isRead ? (
        <p>
          <span className={filledText.label}>{t('campaigns:preview.reads', { name: person.name })}</span>{' '}
          {fillTemplate(value, person, variables)}
        </p>
      ) : null}
      {unknown.length > 0 ? (
        <p className={filledText.missing}>{t('campaigns:preview.unknown', { names: unknown.join(', ') })}</p>
      ) : null}
    </div>
  );
}
