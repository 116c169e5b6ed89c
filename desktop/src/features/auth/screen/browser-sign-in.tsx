import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  icon: ReactNode;
  label: string;
  isOpening: boolean;
  /** Its page is open, and has not come back yet. */
  isWaiting: boolean;
  onClick: () => void;
}

/** A way to sign in at a page of the browser: this page is gone once it has worked. */
export function BrowserSignIn({ icon, label, isOpening, isWaiting, onClick }: Props) {
  const { t } = useTexts();
  return (
    <>
      <Button variant="default" size="md" fullWidth leftSection={icon} loading={isOpening} onClick={onClick}>
        {label}
      </Button>
      {isWaiting ? (
        <Text size="sm" c="var(--text-muted)" role="status">
          {t('auth:passkeys.waiting')}
        </Text>
      ) : null}
    </>
  );
}
