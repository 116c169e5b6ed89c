import { ERRORS, type ErrorCode } from '@balcao/shared/errors.ts';
import { Button, CopyButton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import { type ReactNode, useCallback } from 'react';
import { BridgeFailure } from '../../bridge/client.ts';
import { useThrownText } from './error-text.ts';

const TOAST_LONG_MS = 3_000;
const TOAST_MS = 2_000;

interface ToastOptions {
  /** The id that hides it, or replaces an earlier one. */
  id?: string;
  title?: string;
  color?: string;
  /** Stays until it is dismissed. */
  stays?: boolean;
  /** Its duration in milliseconds, where it is not the default. */
  ms?: number;
  /** The toast comes under the conversation, where the eye is, instead of in the corner. */
  position?: 'bottom-center';
}

/**
 * A toast stays two seconds on the pages where tickets are answered, three on those where one administers.
 *
 * @returns the toast's name, for `hideToast`
 */
export function showToast(message: ReactNode, { stays, ms, ...options }: ToastOptions = {}): string {
  const isShort = /^#\/(tickets|contacts|connections|users)\b/.test(window.location.hash);
  return notifications.show({
    // The same words are not stacked upon themselves.
    ...(typeof message === 'string' && !options.title ? { id: message } : {}),
    message,
    autoClose: stays ? false : (ms ?? (isShort ? TOAST_MS : TOAST_LONG_MS)),
    withBorder: true,
    color: 'gray',
    closeButtonProps: { 'aria-label': i18next.t('common:close') },
    ...options,
  });
}

export const hideToast = (name: string): void => void notifications.hide(name);

/** Failures after which a person has to do something first. */
const NEEDS_ACTION: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ERR_SUBSCRIPTION_EXPIRED',
  'ERR_DISK_FULL',
  'ERR_PROTOCOL_TOO_OLD',
  'ERR_NO_DEF_WAPP_FOUND',
]);

/** Shows a thrown error. A failure of the server itself stays, with the number that finds it in its log. */
export function useErrorToast(): (error: unknown) => void {
  const thrownText = useThrownText();
  return useCallback(
    (error) => {
      const failure = error instanceof BridgeFailure ? error : null;
      const report = failure?.requestId && ERRORS[failure.code].status === 500 ? failure.requestId : null;
      showToast(report ? <Report text={thrownText(error)} requestId={report} /> : thrownText(error), {
        color: 'red',
        stays: report !== null || (failure !== null && NEEDS_ACTION.has(failure.code)),
      });
    },
    [thrownText],
  );
}

function Report({ text, requestId }: { text: string; requestId: string }) {
  return (
    <>
      <Text size="sm">{text}</Text>
      <CopyButton value={requestId} timeout={1_000}>
        {({ copied, copy }) => (
          <Button size="compact-xs" variant="subtle" color="gray" mt={4} onClick={copy}>
            {copied ? i18next.t('common:copied') : i18next.t('common:copyRequestId')}
          </Button>
        )}
      </CopyButton>
    </>
  );
}
