import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useThrownText } from '../app/error-text.ts';

interface Props {
  /** What was thrown; nothing stands there without it. */
  error: unknown;
  /** What could not be done, above the reason. */
  title?: string;
}

/** Why a form was refused, at its head, where it stays until the next attempt. */
export function FormError({ error, title }: Props) {
  const thrownText = useThrownText();
  if (!error) return null;
  return (
    <Alert color="red" variant="light" role="alert" title={title} icon={<IconAlertCircle aria-hidden />}>
      {thrownText(error)}
    </Alert>
  );
}
