import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { NOTICE_PLACES, PRIVACY_CHARS } from '@balcao/shared/features/privacy/notice.ts';
import { type listSettings, updateSetting } from '@balcao/shared/features/settings/calls.ts';
import { Anchor, Button, Group, Radio, Stack, Switch, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconExternalLink } from '@tabler/icons-react';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { VariableField } from '../../../renderer/components/variable-field.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';
import { changesOf, type PrivacyValues, valuesOf } from './privacy-values.ts';

interface Props {
  /** The options as the server has them. */
  start: RouteOutput<typeof listSettings>;
  /** Of the company's page. */
  address: string;
}

export function PrivacyForm({ start, address }: Props) {
  const { t } = useTexts();
  const rules = useRules();
  const save = useApiCommand(updateSetting, { quiet: true });
  const form = useForm<PrivacyValues>({
    initialValues: valuesOf(start),
    validate: {
      privacyWords: rules.atMost(PRIVACY_CHARS.words),
      privacyContact: rules.atMost(PRIVACY_CHARS.contact),
      privacyNoticeText: (text, { privacyNotice }) =>
        privacyNotice !== 'disabled' && text.trim() === ''
          ? t('privacy:notice.needed')
          : rules.atMost(PRIVACY_CHARS.notice)(text),
    },
  });
  const saveAll = async (values: PrivacyValues) => {
    // One after the other: what was refused stays as it is in the form.
    for (const { key, value } of changesOf(values, form.getInitialValues()))
      await save.mutateAsync({ params: { key }, body: { value } });
  };
  const submit = form.onSubmit((values) =>
    whenSaved(saveAll(values), t('privacy:saved'), () => form.setInitialValues(values)),
  );
  const isPublished = form.getInitialValues().privacyPage === 'enabled';
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <FormError error={save.error} />
        <Section title={t('privacy:page.title')} hint={t('privacy:page.hint')}>
          <Stack>
            <Switch
              label={t('privacy:page.isPublished')}
              description={t('privacy:page.isPublishedHint')}
              checked={form.values.privacyPage === 'enabled'}
              onChange={(event) =>
                form.setFieldValue('privacyPage', event.currentTarget.checked ? 'enabled' : 'disabled')
              }
            />
            <PageLink address={address} isPublished={isPublished} />
            <Textarea
              label={t('privacy:page.words')}
              description={t('privacy:page.wordsHint')}
              autosize
              minRows={3}
              maxRows={12}
              {...form.getInputProps('privacyWords')}
            />
            <Textarea
              label={t('privacy:page.contact')}
              description={t('privacy:page.contactHint')}
              autosize
              minRows={1}
              maxRows={4}
              {...form.getInputProps('privacyContact')}
            />
          </Stack>
        </Section>
        <Section title={t('privacy:notice.title')} hint={t('privacy:notice.hint')}>
          <Stack>
            <Radio.Group label={t('privacy:notice.place')} {...form.getInputProps('privacyNotice')}>
              <Group mt="xs">
                {NOTICE_PLACES.map((place) => (
                  <Radio key={place} value={place} label={t(`privacy:notice.places.${place}`)} />
                ))}
              </Group>
            </Radio.Group>
            <VariableField
              label={t('privacy:notice.text')}
              description={t('privacy:notice.textHint')}
              offered={[{ variable: address, called: t('privacy:notice.link') }]}
              {...form.getInputProps('privacyNoticeText')}
              value={form.values.privacyNoticeText}
            />
          </Stack>
        </Section>
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {t('common:save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** A look at what strangers see. */
function PageLink({ address, isPublished }: { address: string; isPublished: boolean }) {
  const { t } = useTexts();
  if (!isPublished) return null;
  return (
    <Group gap="xs">
      <Anchor href={address} target="_blank" rel="noopener noreferrer" size="sm">
        <IconExternalLink size={14} stroke={1.6} aria-hidden /> {t('privacy:page.open')}
      </Anchor>
      <code>{address}</code>
    </Group>
  );
}
