import { ActionIcon, Button, Group, Input, Stack, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { ContactFormState } from './use-contact-form.ts';

/** Name and value, as many as people like. An empty pair is not kept. */
export function ExtraInfoFields({ form }: { form: ContactFormState }) {
  const { t } = useTexts();
  const { extraInfo } = form.getValues();
  return (
    <Stack gap={6}>
      <Input.Label component="div">{t('contacts:extraInfo')}</Input.Label>
      {extraInfo.map(({ name }, index) => (
        <Group key={form.key(`extraInfo.${index}`)} gap={6} wrap="nowrap" align="flex-start">
          <TextInput
            flex={2}
            aria-label={t('contacts:extraName')}
            placeholder={t('contacts:extraName')}
            maxLength={100}
            {...form.getInputProps(`extraInfo.${index}.name`)}
            key={form.key(`extraInfo.${index}.name`)}
          />
          <TextInput
            flex={3}
            aria-label={t('contacts:extraValue')}
            placeholder={t('contacts:extraValue')}
            maxLength={1_000}
            {...form.getInputProps(`extraInfo.${index}.value`)}
            key={form.key(`extraInfo.${index}.value`)}
          />
          <ActionIcon
            aria-label={t('contacts:removeExtra', { name })}
            onClick={() => form.removeListItem('extraInfo', index)}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.insertListItem('extraInfo', { name: '', value: '' })}
        >
          {t('contacts:addExtra')}
        </Button>
      </Group>
    </Stack>
  );
}
