import type { MethodInput } from '@balcao/shared/bridge/methods.ts';
import { listDemoAccounts } from '@balcao/shared/features/auth/calls.ts';
import { Button, Divider, Group } from '@mantine/core';
import { useId } from 'react';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  disabled: boolean;
  onChoose: (account: MethodInput<'session.login'>) => void;
}

/** A demo lets whoever tries it in with one click; every other server names nobody. */
export function DemoAccounts({ disabled, onChoose }: Props) {
  const { t } = useTexts();
  const label = useId();
  const { data } = useApiQuery(listDemoAccounts, {});
  if (!data?.accounts.length) return null;
  return (
    <section aria-labelledby={label}>
      <Divider mt="lg" mb="sm" label={t('auth:demo')} id={label} />
      <Group grow gap="xs">
        {data.accounts.map(({ name, ...account }) => (
          <Button
            key={account.email}
            variant="default"
            disabled={disabled}
            title={account.email}
            onClick={() => onChoose(account)}
          >
            {name}
          </Button>
        ))}
      </Group>
    </section>
  );
}
