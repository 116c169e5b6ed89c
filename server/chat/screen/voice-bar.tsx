/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { fill } from '../words.ts';
import { useChat } from './context.ts';
import { Icon } from './icons.tsx';
import type { Recording } from './voice.ts';

const SECOND_MS = 1_000;

/** In the place of the field while somebody speaks. */
export function VoiceBar({ recording, done }: { recording: Recording; done(): void }) {
  const { chat, words } = useChat();
  const seconds = useSecondsSince(recording.since, () => chat.type('recording'));
  const isOver = useRef(false);
  const sendButton = useRef<HTMLButtonElement>(null);
  useEffect(() => sendButton.current?.focus(), []);

  const discard = () => {
    if (isOver.current) return;
    isOver.current = true;
    recording.discard();
    chat.type('paused');
  };
  // A chat that is closed does not listen.
  useEffect(() => discard, []);

  async function send(): Promise<void> {
    if (isOver.current) return;
    isOver.current = true;
    const { bytes, name, seconds } = await recording.end();
    chat.sendFile(bytes, { name, mime: bytes.type, size: bytes.size, voiceSeconds: seconds });
    done();
  }

  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div class="composer">
      <button
        type="button"
        class="tool"
        aria-label={words.discard}
        title={words.discard}
        onClick={() => {
          discard();
          done();
        }}
      >
        <Icon name="bin" />
      </button>
      <p class="recording">{fill(words.recording, { time })}</p>
      <button
        ref={sendButton}
        type="button"
        class="tool send"
        aria-label={words.stopAndSend}
        title={words.stopAndSend}
        onClick={send}
      >
        <Icon name="send" />
      </button>
    </div>
  );
}

function useSecondsSince(since: number, each: () => void): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(Math.floor((Date.now() - since) / SECOND_MS));
      each();
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [since]);
  return seconds;
}
