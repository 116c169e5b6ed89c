import type { RouteContract, RouteOutput } from '@balcao/shared/contract/call.ts';
import type { ReactNode } from 'react';
import type { ApiInput } from '../kit/api-query.ts';
import { useFormStart } from '../kit/use-form-start.ts';
import { QueryView } from './query-view.tsx';

interface Props<C extends RouteContract> {
  contract: C;
  input: ApiInput<C>;
  children: (start: RouteOutput<C>) => ReactNode;
}

/** A form that begins with what the server has when it opens. */
export function FormStart<C extends RouteContract>({ contract, input, children }: Props<C>) {
  return <QueryView query={useFormStart(contract, input)}>{children}</QueryView>;
}
