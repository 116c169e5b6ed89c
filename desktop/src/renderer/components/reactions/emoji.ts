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
