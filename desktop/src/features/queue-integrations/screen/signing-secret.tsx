import { getSigningSecret, rotateSigningSecret } from '@balcao/shared/features/queue-integrations/calls.ts';
import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApiCommand, useApiRead } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { showToast, useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './queue-integrations.module.css';

const HIDDEN = '••••••••••••••••••••••••';

interface Signing {
  secret: string;
  previousUntil: string | null;
}

/** What the messages of an integration are signed with. It is asked for when somebody wants to see it: that is noted. */
export function SigningSecret({ id }: { id: number }) {
  const { t } = useTexts();
  const format = useFormat();
  const read = useApiRead();
  const toastError = useErrorToast();
  const confirm = useConfirm();
  const rotate = useApiCommand(rotateSigningSecret);
  const [signing, setSigning] = useState<Signing | null>(null);
  const params = { queueIntegrationId: id };

  const show = () => void read(getSigningSecret, { params }).then(setSigning, toastError);
  const askRotate = () =>
    confirm(
      {
        title: t('queueIntegrations:secret.rotateConfirm'),
        text: t('queueIntegrations:secret.rotateHint'),
        confirm: t('queueIntegrations:secret.rotate'),
        harmless: true,
      },
      () =>
        rotate.mutate(
          { params },
          {
            onSuccess: (made) => {
              setSigning(made);
              showToast(t('queueIntegrations:secret.rotated'));
            },
          },
        ),
    );

  return (
    <>
      <Text size="sm">{t('queueIntegrations:secret.hint')}</Text>
      <Group gap="xs" align="flex-end">
        <TextInput
          label={t('queueIntegrations:secret.label')}
          classNames={{ input: classes.code }}
          className={classes.secret}
          value={signing?.secret ?? HIDDEN}
          readOnly
        />
        {signing ? (
          <>
            <Button variant="default" onClick={() => setSigning(null)}>
              {t('queueIntegrations:secret.hide')}
            </Button>
            <CopyButton value={signing.secret} timeout={1_000}>
              {({ copied, copy }) => (
                <Button variant="default" onClick={copy}>
                  {copied ? t('common:copied') : t('common:copy')}
                </Button>
              )}
            </CopyButton>
          </>
        ) : (
          <Button variant="default" onClick={show}>
            {t('queueIntegrations:secret.show')}
          </Button>
        )}
        <Button variant="default" loading={rotate.isPending} onClick={askRotate}>
          {t('queueIntegrations:secret.rotate')}
        </Button>
      </Group>
      {signing?.previousUntil ? (
        <Text size="sm" c="var(--text-muted)">
          {t('queueIntegrations:secret.previous', { when: format.moment(signing.previousUntil) })}
        </Text>
      ) : null}
    </>
  );
}
