import { getCompanySignIn } from '@balcao/shared/features/auth/oidc.ts';
import { IconBuilding } from '@tabler/icons-react';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { BrowserSignIn } from './browser-sign-in.tsx';

interface Props {
  /** The e-mail that is typed; null says that it is missing or wrong. */
  emailOf: () => string | null;
}

/** Where any company has a provider of its own: it proves the person. */
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
    <BrowserSignIn
      icon={<IconBuilding size={20} stroke={1.6} aria-hidden />}
      label={t('auth:oidc.signIn')}
      isOpening={begin.isPending}
      isWaiting={begin.isSuccess}
      onClick={open}
    />
  );
}
