/** @jsxImportSource preact */
import type { ChatDesign } from '@balcao/shared/features/web-chat/design.ts';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fill } from '../words.ts';
import { Composer } from './composer.tsx';
import { useChat } from './context.ts';
import { Form } from './form.tsx';
import { Icon } from './icons.tsx';
import { Log } from './log.tsx';
import { WhatsApp } from './whatsapp.tsx';

const MB = 1024 * 1024;
const DAY_MS = 24 * 3_600_000;
/** Below this width the chat takes the whole screen, and nothing behind it can be reached. */
const PHONE = '(max-width: 480px)';

export function Panel() {
  const { chat, state, said, words, isPreview } = useChat();
  const [problem, setProblem] = useState<string | null>(null);
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => (dialog.current ? showDialog(dialog.current, isPreview) : undefined), []);

  function offerFiles(files: Iterable<File>): void {
    setProblem(null);
    for (const file of files) {
      const { name, type: mime, size } = file;
      const isTooLarge = size > chat.design.fileBytes;
      if (isTooLarge)
        setProblem(fill(words.tooLarge, { name, size: Math.floor(chat.design.fileBytes / MB) }));
      else if (size === 0) setProblem(fill(words.emptyFile, { name }));
      else chat.sendFile(file, { name, mime, size, voiceSeconds: null });
    }
  }

  const isOver = state.line === 'refused' || state.line === 'tooOld';
  const isAsked = !isOver && !state.isKnown && !state.about && asksAnything(chat.design.form);
  const canWrite = !isAsked && !isOver && !state.whatsApp;
  return (
    <dialog
      ref={dialog}
      class="panel"
      aria-label={said.title}
      onCancel={(event) => {
        event.preventDefault();
        chat.setOpen(false);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (canWrite) offerFiles(event.dataTransfer?.files ?? []);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        chat.setOpen(false);
      }}
    >
      <Header />
      <Notice />
      {state.whatsApp ? <WhatsApp {...state.whatsApp} /> : isAsked ? <Form /> : <Log />}
      {canWrite && <Composer problem={problem} setProblem={setProblem} offerFiles={offerFiles} />}
    </dialog>
  );
}

const asksAnything = ({ name, email, phone, consent }: ChatDesign['form']): boolean =>
  consent || [name, email, phone].some((field) => field !== 'off');

/** Beside the page, or over it on a phone, whose keyboard takes its room. @returns how that ends */
function showDialog(dialog: HTMLDialogElement, isPreview: boolean): () => void {
  const phone = matchMedia(PHONE);
  const show = () => {
    const focused = (dialog.getRootNode() as ShadowRoot).activeElement as HTMLElement | null;
    dialog.close();
    if (phone.matches && !isPreview) dialog.showModal();
    else dialog.show();
    focused?.focus();
  };
  const fit = () =>
    dialog.style.setProperty(
      'height',
      phone.matches && !isPreview && visualViewport ? `${visualViewport.height}px` : '',
    );
  show();
  fit();
  phone.addEventListener('change', show);
  visualViewport?.addEventListener('resize', fit);
  return () => {
    phone.removeEventListener('change', show);
    visualViewport?.removeEventListener('resize', fit);
  };
}

function Header() {
  const { chat, said, words } = useChat();
  const { logoUrl, hasWhatsApp } = chat.design;
  return (
    <header class="header">
      {logoUrl ? (
        <img class="logo" src={logoUrl} alt="" />
      ) : (
        <span class="logo drawn">
          <Icon name="chat" />
        </span>
      )}
      <div class="titles">
        <h2>{said.title}</h2>
        <p>{said.subtitle}</p>
      </div>
      <button
        type="button"
        class="tool"
        aria-label={words.close}
        title={words.close}
        onClick={() => chat.setOpen(false)}
      >
        <Icon name="close" />
      </button>
      {hasWhatsApp && (
        <button type="button" class="to-whatsapp" onClick={chat.askWhatsApp}>
          {words.onWhatsApp}
        </button>
      )}
    </header>
  );
}

/** What keeps the visitor from being heard, or heard soon. */
function Notice() {
  const text = useNotice();
  return (
    <div role="status" class="notice" hidden={!text}>
      {text}
    </div>
  );
}

function useNotice(): string | null {
  const { state, words, language } = useChat();
  if (state.line === 'refused') return words.ended;
  if (state.line === 'tooOld') return words.tooOld;
  if (state.line === 'away') return navigator.onLine ? words.reconnecting : words.offline;
  const { isOpen, opensAt } = state.shop;
  if (isOpen || !opensAt) return null;
  const when = dayAndTime(new Date(opensAt), language);
  return fill(words.opensAt, { when });
}

/** A time of today, the name of one of the next days, or a date. */
function dayAndTime(at: Date, language: string): string {
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  const days = (at.getTime() - Date.now()) / DAY_MS;
  if (at.toDateString() === new Date().toDateString()) return at.toLocaleTimeString(language, time);
  const day = days < 6 ? ({ weekday: 'long' } as const) : ({ day: 'numeric', month: 'long' } as const);
  return at.toLocaleString(language, { ...day, ...time });
}
