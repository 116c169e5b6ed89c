import { getCompanySignIn } from '@balcao/shared/features/auth/oidc.ts';
import { Button, Text } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  /** The e-mail that is typed; null says that it is missing or wrong. */
  emailOf: () => string | null;
}

/** Where any company has a provider of its own: it proves the person, and this page is gone once it has worked. */
export function CompanySignIn({ emailOf }: Props) {
  const { t } = useTexts();
  const { data } = useApiQuery(getCompanySignIn, {});
  const begin = useBridgeCommand('session.beginCompanySignIn');
  if (!data?.open) return null;
  const open = () => {
    const email = emailOf();
    if (email === null) return;
    begin.mutate({ email }, { onSuccess: ({ url }) => window.open(url, '_blank', 'noopener') });
  };
  return (
    <>
      <Button
        variant="default"
        size="md"
        fullWidth
        leftSection={<IconBuilding size={20} stroke={1.6} aria-hidden />}
        loading={begin.isPending}
        onClick={open}
      >
        {t('auth:oidc.signIn')}
      </Button>
      {begin.isSuccess ? (
        <Text size="sm" c="var(--text-muted)" role="status">
          {t('auth:passkeys.waiting')}
        </Text>
      ) : null}
    </>
  );
}
