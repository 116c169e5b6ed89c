import { Alert } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useThrownText } from '../kit/error-text.ts';

interface Props {
  /** The thrown error; nothing is shown without it. */
  error: unknown;
  /** The failed action, above the reason. */
  title?: string;
}

/** Why a form was refused, at its head, where it stays until the next attempt. */
export function FormError({ error, title }: Props) {
  const thrownText = useThrownText();
  const alert = useRef<HTMLDivElement>(null);
  // A person who pressed the button at the foot of a long form would take it for dead.
  useEffect(() => {
    if (error) alert.current?.scrollIntoView({ block: 'center' });
  }, [error]);
  if (!error) return null;
  return (
    <Alert
      ref={alert}
      color="red"
      variant="light"
      role="alert"
      title={title}
      icon={<IconAlertCircle aria-hidden />}
    >
      {thrownText(error)}
    </Alert>
  );
}
