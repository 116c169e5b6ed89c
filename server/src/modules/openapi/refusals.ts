import { isTokenClass, isWrite, type RouteContract, TOKEN_CLASSES } from '@balcao/shared/contract/call.ts';
import { ERRORS, type ErrorCode, knownCode } from '@balcao/shared/errors.ts';
import { keyNeeds } from '@balcao/shared/program-calls.ts';
import { readErrorTexts } from '../../platform/error-texts.ts';

/** What each code says, to whoever reads it. */
export const SENTENCES = readErrorTexts('en');

/** Every code that a call may be refused with: those that its contract names, and those of its kind. */
export function refusalsOf(contract: RouteContract): ErrorCode[] {
  const { access, method, plan, params, query, body, rawBody, errors = [] } = contract;
  const codes = new Set(errors.map(knownCode));
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code);
  };
  if (params || query || body || method !== 'GET') add('ERR_VALIDATION');
  if (method !== 'GET' && !rawBody)
    add('ERR_MALFORMED_JSON', 'ERR_UNSUPPORTED_MEDIA_TYPE', 'ERR_BODY_TOO_LARGE');
  if (!(access === 'public' && method === 'GET')) add('ERR_PROTOCOL_TOO_OLD');
  if (isTokenClass(access)) {
    add(TOKEN_CLASSES[access].refusal);
    if (access === 'connectionToken')
      add('ERR_SUBSCRIPTION_EXPIRED', 'ERR_COMPANY_BLOCKED', 'ERR_TOO_MANY_REQUESTS');
  } else if (access !== 'public') {
    add('ERR_SESSION_EXPIRED', 'ERR_TOKEN_EXPIRED', 'ERR_SESSION_TAKEN_OVER', 'ERR_SESSION_ENDED');
    add('ERR_USER_DELETED');
    add('ERR_COMPANY_BLOCKED', 'ERR_SUBSCRIPTION_EXPIRED');
    if (!contract.openWithoutSecondFactor) add('ERR_SECOND_FACTOR_SETUP');
    if (access !== 'session') add('ERR_NO_PERMISSION');
  }
  if (access !== 'public') {
    add('ERR_API_TOKEN', 'ERR_API_KEY_PERSON', 'ERR_PLAN_FEATURE_OFF', 'ERR_TOO_MANY_REQUESTS');
    if (keyNeeds(contract)) add('ERR_API_KEY_SCOPE');
  }
  if (plan) add('ERR_PLAN_FEATURE_OFF');
  if (takesKey(contract)) add('ERR_IDEMPOTENCY_KEY_REUSED');
  add('ERR_INTERNAL', 'ERR_UNAVAILABLE');
  const catalogue = Object.keys(ERRORS);
  return [...codes].toSorted((a, b) => catalogue.indexOf(a) - catalogue.indexOf(b));
}

/** Whether `Idempotency-Key` means anything to a call. */
export const takesKey = (contract: RouteContract): boolean =>
  contract.access !== 'public' &&
  isWrite(contract) &&
  (!contract.rawBody || contract.uploadField !== undefined);
