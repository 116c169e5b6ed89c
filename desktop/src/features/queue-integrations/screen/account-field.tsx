import { Button, Group, Input, Text, Textarea } from '@mantine/core';
import { IconFileUpload, IconShieldLock } from '@tabler/icons-react';
import { useState } from 'react';
import { FileButton } from '../../../renderer/components/file-button.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './queue-integrations.module.css';
import { accountOf, type IntegrationForm } from './use-integration-form.ts';

/** The JSON of a service account: pasted, or read from its file. One that is stored is only replaced. */
export function AccountField({ form }: { form: IntegrationForm }) {
  const { t } = useTexts();
  const stored = form.getInitialValues().jsonContent;
  const [isReplacing, setReplacing] = useState(stored === '');
  const set = (text: string) => {
    form.setFieldValue('jsonContent', text);
    const project = accountOf(text)?.project_id;
    if (project && form.values.projectName.trim() === '') form.setFieldValue('projectName', project);
  };
  if (!isReplacing)
    return (
      <Input.Wrapper label={t('queueIntegrations:jsonContent')} labelElement="div">
        <div className={classes.stored}>
          <IconShieldLock size={18} stroke={1.6} aria-hidden />
          <Text size="sm" flex={1}>
            {t('queueIntegrations:accountStored')}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              setReplacing(true);
              form.setFieldValue('jsonContent', '');
            }}
          >
            {t('queueIntegrations:replace')}
          </Button>
        </div>
      </Input.Wrapper>
    );
  return (
    <div>
      <Textarea
        label={t('queueIntegrations:jsonContent')}
        description={t('queueIntegrations:jsonContentHint')}
        placeholder='{ "type": "service_account", … }'
        classNames={{ input: classes.code }}
        rows={4}
        spellCheck={false}
        {...form.getInputProps('jsonContent')}
        onChange={(event) => set(event.currentTarget.value)}
      />
      <Group gap="xs" mt={6}>
        <FileButton
          accept="application/json,.json"
          onChange={(file) => void file?.text().then((text) => set(text))}
        >
          {(props) => (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconFileUpload size={16} stroke={1.6} aria-hidden />}
              {...props}
            >
              {t('common:chooseFile')}
            </Button>
          )}
        </FileButton>
        {stored === '' ? null : (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => {
              setReplacing(false);
              form.setFieldValue('jsonContent', stored);
              form.clearFieldError('jsonContent');
            }}
          >
            {t('queueIntegrations:keep')}
          </Button>
        )}
      </Group>
    </div>
  );
}
