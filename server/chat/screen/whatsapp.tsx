/** @jsxImportSource preact */
import { useEffect, useRef } from 'preact/hooks';
import { fill } from '../words.ts';
import { useChat } from './context.ts';

/** The way to WhatsApp: only a link that the visitor taps opens another program. */
export function WhatsApp({ url, code }: { url: string; code: string }) {
  const { chat, words } = useChat();
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <div class="form">
      <h3>{words.onWhatsApp}</h3>
      <p>{code === '' ? words.whatsAppHintAlone : fill(words.whatsAppHint, { code })}</p>
      <a ref={link} class="main-button" href={url} target="_blank" rel="noopener noreferrer">
        {words.openWhatsApp}
      </a>
      <button type="button" class="quiet-button" onClick={chat.leaveWhatsApp}>
        {words.stayHere}
      </button>
    </div>
  );
}
