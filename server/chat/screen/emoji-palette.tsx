/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import { useChat } from './context.ts';

/** The pictures are the system's. */
const EMOJI =
  '😀 😂 😊 😍 😘 🤔 😅 😢 😭 😡 👍 👎 👏 🙏 💪 🙌 👋 👌 ❤️ 💔 🎉 🎂 🔥 ⭐ ✅ ❌ ⏰ 📦 🚚 💳 🛒 📍'.split(' ');
const IN_A_ROW = 8;
const STEPS: Record<string, number> = {
  ArrowRight: 1,
  ArrowLeft: -1,
  ArrowDown: IN_A_ROW,
  ArrowUp: -IN_A_ROW,
};

export function EmojiPalette({ choose, close }: { choose(emoji: string): void; close(): void }) {
  const { words } = useChat();
  const palette = useRef<HTMLDivElement>(null);
  const buttons = () => [...(palette.current?.querySelectorAll('button') ?? [])];
  useEffect(() => buttons()[0]?.focus(), []);

  function move(event: KeyboardEvent): void {
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
    }
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = buttons();
    all[all.indexOf(event.target as HTMLButtonElement) + step]?.focus();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons are no fields of a form
    <div ref={palette} class="emoji" role="group" aria-label={words.emoji} onKeyDown={move}>
      {EMOJI.map((emoji, index) => (
        <button key={emoji} type="button" tabIndex={index === 0 ? 0 : -1} onClick={() => choose(emoji)}>
          {emoji}
        </button>
      ))}
    </div>
  );
}
