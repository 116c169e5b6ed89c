import type { ErrorName } from '@balcao/shared/contract/error-entry.ts';
import { AppError, type ErrorParams, errorKey } from '@balcao/shared/errors.ts';
import { useCallback } from 'react';
import { BridgeFailure } from '../../bridge/client.ts';
import { useFormat } from './format.ts';
import { type TextOf, useTexts } from './use-texts.ts';

/** The sentence for an error code; a fuller one where the parameters say who, when or how many. */
export function sentenceOf(
  t: TextOf,
  dayText: (day: string) => string,
  code: ErrorName,
  { name, limit, date, tried }: ErrorParams,
): string {
  if (code === 'ERR_OTHER_OPEN_TICKET' && name)
    return t('tickets:errors.ERR_OTHER_OPEN_TICKET_named', { name });
  if (code === 'ERR_SERVER_UNREACHABLE' && tried)
    return t('common:errors.ERR_SERVER_UNREACHABLE_tried', { tried });
  if (code === 'ERR_USER_NOT_IN_QUEUE' && name)
    return t('tickets:errors.ERR_USER_NOT_IN_QUEUE_named', { name });
  if (code === 'ERR_CONTACT_LINKED' && name) return t('contacts:errors.ERR_CONTACT_LINKED_named', { name });
  if (code === 'ERR_CARD_MOVED' && name) return t('tags:errors.ERR_CARD_MOVED_named', { name });
  if (code === 'ERR_WAPP_GREETING_REQUIRED' && name)
    return t('connections:errors.ERR_WAPP_GREETING_REQUIRED_named', { name });
  if (code === 'ERR_TOO_MANY_PINS' && limit !== undefined)
    return t('tickets:errors.ERR_TOO_MANY_PINS_limited', { limit });
  if (code === 'ERR_TOO_MANY_TICKET_VIEWS' && limit !== undefined)
    return t('ticketViews:errors.ERR_TOO_MANY_TICKET_VIEWS_limited', { limit });
  if (code === 'ERR_PLAN_LIMIT_SCHEDULES' && limit !== undefined)
    return t('plans:errors.ERR_PLAN_LIMIT_SCHEDULES_limited', { limit });
  if (code === 'ERR_PLAN_LIMIT_CAMPAIGNS' && limit !== undefined)
    return t('plans:errors.ERR_PLAN_LIMIT_CAMPAIGNS_limited', { limit });
  if (code === 'ERR_SUBSCRIPTION_EXPIRED' && typeof date === 'string')
    return t('subscription:errors.ERR_SUBSCRIPTION_EXPIRED_dated', { date: dayText(date) });
  return t(errorKey(code));
}

export function useErrorText(): (code: ErrorName, params?: ErrorParams) => string {
  const { t } = useTexts();
  const format = useFormat();
  return useCallback(
    (code, params = {}) => sentenceOf(t, (day) => format.date(startOfDay(day)), code, params),
    [t, format],
  );
}

/** A calendar day (YYYY-MM-DD) here, where `new Date` would take it as midnight in Greenwich. */
const startOfDay = (day: string) => `${day}T00:00:00`;

/**
 * Anything that was thrown, as a sentence for people: the translation of its code, else the server's own words, else
 * that something failed.
 */
export function useThrownText(): (error: unknown) => string {
  const { t } = useTexts();
  const errorText = useErrorText();
  return useCallback(
    (error) => {
      if (error instanceof BridgeFailure && error.text) return error.text;
      return error instanceof AppError ? errorText(error.code, error.params) : t('common:errorOccurred');
    },
    [t, errorText],
  );
}
