/** The lines of that program, by what their databases have in common. */
export const FAMILIES = {
  COM: 'Whaticket, one company',
  S1: 'Whaticket SaaS, first generation',
  S2: 'Whaticket SaaS, second generation',
  S3: 'Whaticket SaaS with flows',
  S4: 'Whaticket SaaS with several channels',
  S5: 'Whaticket SaaS with several channels, newest',
  TZ: 'Ticketz',
  SaaS: 'Whaticket SaaS, unknown line',
} as const;
export type Family = keyof typeof FAMILIES;

type Has = (table: string, column?: string) => boolean;

const ALWAYS = ['Contacts', 'Tickets', 'Messages', 'Whatsapps'];

/**
 * By tables and columns alone: version numbers say nothing, and every installation has columns of its own. Null for the
 * database of something else.
 */
export function familyOf(has: Has): Family | null {
  if (!ALWAYS.every((table) => has(table))) return null;
  if (!has('Companies')) return 'COM';
  if (has('Messages', 'wid')) return 'S5';
  if (['BaileysKeys', 'OldMessages', 'Counters', 'Translations'].some((table) => has(table))) return 'TZ';
  if (has('Chatbots') && has('RatingsOptions')) return 'S4';
  if (has('FlowBuilders')) return 'S3';
  if (['Files', 'Prompts', 'QueueIntegrations'].every((table) => has(table))) return 'S2';
  return has('BaileysChats') ? 'S1' : 'SaaS';
}
