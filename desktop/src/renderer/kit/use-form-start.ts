import type { RouteContract, RouteOutput } from '@balcao/shared/contract/call.ts';
import { useState } from 'react';
import { type ApiInput, type Read, useApiQuery } from './api-query.ts';

/**
 * A form's start values: the server's when it opens, for as long as it is open. Were it to follow what
 * others save meanwhile, changed-fields.ts would take their changes for ones of the form, and undo them.
 */
export function useFormStart<C extends RouteContract>(contract: C, input: ApiInput<C>): Read<RouteOutput<C>> {
  const { data, isFetchedAfterMount, isSuccess, error, refetch } = useApiQuery(contract, input);
  const [start, setStart] = useState<RouteOutput<C>>();
  const isFresh = isFetchedAfterMount && isSuccess;
  if (isFresh && start === undefined) setStart(data);
  return { data: start, error, isPending: start === undefined, refetch };
}
