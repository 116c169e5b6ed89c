import { z } from 'zod';
import { route } from '../../contract/call.ts';

/** The door for assistants: programs that speak the Model Context Protocol, and work with a company's key. */

/**
 * One message of the Model Context Protocol, by streamable HTTP without sessions, with a company's key as the bearer token.
 * `tools/list` names the calls that are marked for assistants and that this key opens; `tools/call` makes one, exactly as a
 * program with this key would. ERR_API_TOKEN for a key that opens nothing.
 */
export const askForAssistant = route({
  method: 'POST',
  path: '/mcp',
  access: 'public',
  waitsFor: 'outside',
  body: z.looseObject({ jsonrpc: z.literal('2.0') }),
  errors: ['ERR_API_TOKEN', 'ERR_COMPANY_BLOCKED', 'ERR_PLAN_FEATURE_OFF', 'ERR_TOO_MANY_REQUESTS'],
});
