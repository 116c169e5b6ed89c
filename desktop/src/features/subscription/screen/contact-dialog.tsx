import { getOperatorContact } from '@balcao/shared/features/companies/calls.ts';
import { ActionIcon, Anchor, CopyButton, Group, Modal, Stack, Text } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Whom an admin asks who wants to subscribe, renew, or change the plan. */
export function ContactDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTexts();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('subscription:subscribe')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Contact />
    </Modal>
  );
}

function Contact() {
  const { t } = useTexts();
  const query = useApiQuery(getOperatorContact, {});
  return (
    <QueryView query={query}>
      {({ name, email, phone }) => (
        <Stack gap="md">
          <Text size="sm">{t('subscription:contactHint', { name })}</Text>
          {email ? (
            <Line label={t('subscription:contactEmail')} text={email}>
              <Anchor href={`mailto:${email}`}>{email}</Anchor>
            </Line>
          ) : null}
          {phone ? (
            <Line label={t('subscription:contactPhone')} text={phone}>
              {phone}
            </Line>
          ) : null}
          {email || phone ? null : <Text size="sm">{t('subscription:noContact')}</Text>}
        </Stack>
      )}
    </QueryView>
  );
}

function Line({ label, text, children }: { label: string; text: string; children: ReactNode }) {
  const { t } = useTexts();
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Group justify="space-between" wrap="nowrap">
        <Text component="span" truncate>
          {children}
        </Text>
        <CopyButton value={text} timeout={1_000}>
          {({ copied, copy }) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              onClick={copy}
              aria-label={copied ? t('common:copied') : t('subscription:copyContact', { label })}
            >
              {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            </ActionIcon>
          )}
        </CopyButton>
      </Group>
    </div>
  );
}
