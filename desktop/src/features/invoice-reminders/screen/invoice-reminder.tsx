import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { getReminder } from '@balcao/shared/features/invoice-reminders/calls.ts';
import { can } from '@balcao/shared/permissions.ts';
import type { Language } from '@balcao/shared/text/languages.ts';
import { Button, CloseButton } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { NoticeBar } from '../../../renderer/components/notice-bar.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { PAY } from '../../../renderer/kit/subscription-paths.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Tells admins that the company's invoice is due soon, or was: until it is paid, or put away for the day. */
export function InvoiceReminder({ user }: { user: SessionUser }) {
  const { t, i18n } = useTexts();
  const language = i18n.language as Language;
  const [location] = useLocation();
  const [put, setPut] = useState<string | null>(null);
  const { data } = useApiQuery(
    getReminder,
    { query: { language } },
    { enabled: can(user, 'subscription:view') },
  );
  const text = data?.reminder?.text;
  if (!text || text === put || location.startsWith(PAY)) return null;
  return (
    <NoticeBar
      icon={IconReceipt}
      testId="invoice-reminder"
      actions={
        <>
          <Button size="compact-sm" variant="default" onClick={() => navigate(PAY)}>
            {t('invoices:reminder.pay')}
          </Button>
          <CloseButton size="sm" aria-label={t('invoices:reminder.close')} onClick={() => setPut(text)} />
        </>
      }
    >
      {text}
    </NoticeBar>
  );
}
