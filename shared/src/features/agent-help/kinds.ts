import type { MessageType } from '../messages/row.ts';

/** What an AI does beside an agent; it never sends anything. */
export const HELP_KINDS = ['summary', 'reply', 'sort', 'rewrite', 'translate'] as const;
export type HelpKind = (typeof HELP_KINDS)[number];

/** What becomes of an agent's own words. */
export const REWRITINGS = ['shorter', 'friendlier', 'formal', 'spelling'] as const;
export type Rewriting = (typeof REWRITINGS)[number];

/** Kinds that work on words of the agent; the others on the conversation. */
export const worksOnText = (kind: HelpKind): boolean => kind === 'rewrite' || kind === 'translate';

/** Messages of which the text is words of a person. */
const WORDED: readonly MessageType[] = ['chat', 'image', 'audio', 'video', 'application'];
export const isWorded = (type: MessageType): boolean => WORDED.includes(type);

/** Kinds as the option `agentHelpKinds` has them; whatever else stands there is passed over. */
export const helpKindsOf = (option: string): HelpKind[] => {
  const chosen = option.split(',');
  return HELP_KINDS.filter((kind) => chosen.includes(kind));
};
