/** @jsxImportSource preact */
import { CHAT_LIMITS } from '@balcao/shared/features/web-chat/line.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fill } from '../words.ts';
import { useChat } from './context.ts';
import { EmojiPalette } from './emoji-palette.tsx';
import { Icon } from './icons.tsx';
import { canRecord, type Recording, record } from './voice.ts';
import { VoiceBar } from './voice-bar.tsx';

interface ComposerProps {
  /** What was wrong with the last thing that the visitor wanted to send. */
  problem: string | null;
  setProblem(problem: string | null): void;
  offerFiles(files: Iterable<File>): void;
}

export function Composer({ problem, setProblem, offerFiles }: ComposerProps) {
  const { chat, words } = useChat();
  const [text, setText] = useState(chat.draft.read);
  const [hasPalette, setPalette] = useState(false);
  const [recording, setRecording] = useState<Recording | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);

  const hasRecorded = useRef(false);
  useEffect(() => {
    hasRecorded.current ||= recording !== null;
    if (hasRecorded.current || !chat.state().isCarried) field.current?.focus();
  }, [chat, recording]);
  useLayoutEffect(() => {
    if (!field.current) return;
    field.current.style.height = 'auto';
    field.current.style.height = `${field.current.scrollHeight}px`;
  }, [text, recording]);

  function write(next: string): void {
    setText(next);
    chat.draft.write(next);
    chat.type(next.trim() ? 'composing' : 'paused');
    setProblem(null);
  }

  function send(): void {
    const said = text.trim();
    if (!said) return;
    if (said.length > CHAT_LIMITS.textChars) {
      setProblem(fill(words.tooLong, { most: CHAT_LIMITS.textChars }));
      return;
    }
    chat.say(said);
    setText('');
    chat.draft.write('');
    setProblem(null);
    setPalette(false);
    field.current?.focus();
  }

  function insert(emoji: string): void {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {};
    write(text.slice(0, selectionStart) + emoji + text.slice(selectionEnd));
    setPalette(false);
    field.current?.focus();
  }

  async function startRecording(): Promise<void> {
    try {
      setRecording(await record());
      chat.type('recording');
      setProblem(null);
    } catch {
      setProblem(words.noMicrophone);
    }
  }

  if (recording) return <VoiceBar recording={recording} done={() => setRecording(null)} />;
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <p role="alert" class="fault" hidden={!problem}>
        {problem}
      </p>
      {hasPalette && <EmojiPalette choose={insert} close={() => setPalette(false)} />}
      <label class="tool" title={words.attach}>
        <Icon name="clip" />
        <input
          type="file"
          class="heard"
          multiple
          aria-label={words.attach}
          onChange={({ currentTarget }) => {
            offerFiles(currentTarget.files ?? []);
            currentTarget.value = '';
          }}
        />
      </label>
      <button
        type="button"
        class="tool"
        aria-label={words.emoji}
        title={words.emoji}
        aria-expanded={hasPalette}
        onClick={() => setPalette(!hasPalette)}
      >
        <Icon name="smile" />
      </button>
      <textarea
        ref={field}
        rows={1}
        aria-label={words.write}
        placeholder={words.write}
        enterkeyhint="send"
        value={text}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onPaste={(event) => {
          const files = event.clipboardData?.files;
          if (!files?.length) return;
          event.preventDefault();
          offerFiles(files);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      {text.trim() || !canRecord() ? (
        <button type="submit" class="tool send" aria-label={words.send} title={words.send}>
          <Icon name="send" />
        </button>
      ) : (
        <button
          type="button"
          class="tool"
          aria-label={words.record}
          title={words.record}
          onClick={startRecording}
        >
          <Icon name="microphone" />
        </button>
      )}
    </form>
  );
}
