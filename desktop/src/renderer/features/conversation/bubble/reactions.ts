import type { Reaction } from '@balcao/shared/model/message.ts';

/** The six that WhatsApp itself offers first. */
export const QUICK_REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const;

/** The reactions of the second page: feelings, answers, and a shop's topics. */
export const MORE_REACTIONS = [
  ...['😀', '😄', '😅', '🤣', '😊', '😉', '😍', '🥰', '😘', '😎', '🤗', '🤔'],
  ...['😐', '🙄', '😴', '😔', '😭', '😡', '😱', '🤯', '🥳', '😇', '🤝', '👏'],
  ...['🙌', '👌', '✌️', '🤞', '💪', '👋', '👎', '👀', '🔥', '🎉', '✨', '⭐'],
  ...['✅', '❌', '⚠️', '❓', '❗', '💯', '💙', '💚', '💛', '🧡', '💜', '🖤'],
  ...['💰', '📦', '🚚', '📅', '⏰', '📞', '📍', '🛒', '🎁', '☕', '🍕', '🌹'],
] as const;

export interface ReactionCount {
  emoji: string;
  count: number;
  /** The company's is among them. */
  own: boolean;
  names: string[];
}

/** Equal ones together, the oldest first. */
export function countReactions(reactions: readonly Reaction[]): ReactionCount[] {
  const counts = new Map<string, ReactionCount>();
  for (const { emoji, fromMe, name } of reactions) {
    const held = counts.get(emoji) ?? { emoji, count: 0, own: false, names: [] };
    counts.set(emoji, {
      emoji,
      count: held.count + 1,
      own: held.own || fromMe,
      names: [...held.names, name],
    });
  }
  return [...counts.values()];
}
