import { CAST } from '../../server/src/demo/cast.ts';
import { type Stack, startStack } from './stack.ts';

/** A shop in the middle of its morning, made in half a second. Its phone is not linked; its customers have theirs. */
export async function startShopAtWork(): Promise<Stack> {
  const stack = await startStack({ from: 'empty', env: { BALCAO_DEMO: 'shop' } });
  for (const { number, name } of Object.values(CAST)) await stack.sandbox.createPhone({ number, name });
  return stack;
}
