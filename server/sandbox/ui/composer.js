/** Where a customer writes: text, pictures and files, with "typing…" on the other side. */
import { run } from './api.js';
import { h, icon } from './dom.js';
import { createExtras } from './extras.js';
import { base64Of } from './files.js';
import { t } from './texts.js';

/** After this pause the other side no longer sees "typing…". */
const PAUSE_MS = 2500;

export function createComposer(from, to) {
  const text = h('textarea', {
    rows: 1,
    placeholder: t('message'),
    'aria-label': t('message'),
    'data-testid': 'composer',
  });
  const file = h('input', { type: 'file', hidden: true, 'data-testid': 'file' });
  const attach = h(
    'button',
    { type: 'button', class: 'round quiet', title: t('attach'), onclick: () => file.click() },
    icon('clip'),
  );
  const send = h('button', { class: 'round primary', title: t('send'), 'data-testid': 'send' }, icon('send'));
  const typing = createTyping(from, to);
  const extras = createExtras(from, to);
  const about = createAbout(text);
  const onsubmit = async (event) => {
    event.preventDefault();
    const body = text.value.trim();
    if (!body) return;
    text.value = '';
    fit(text);
    typing.stop();
    await run('send', { from, to: to(), text: body, ...about.take(), ...extras.takeInside() });
  };
  const form = h(
    'form',
    { class: 'composer', onsubmit },
    about.line,
    ...extras.parts,
    attach,
    file,
    text,
    send,
  );
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  text.addEventListener('input', () => {
    fit(text);
    typing.go();
  });
  file.addEventListener('change', async () => {
    const [chosen] = file.files;
    const envelope = { from, to: to(), ...extras.takeOnce(), ...extras.takeInside() };
    if (chosen) await sendFile(envelope, chosen, text.value.trim());
    file.value = '';
    text.value = '';
  });
  return { form, compose: about.set };
}

/** The message that is answered or edited, above the text. */
function createAbout(text) {
  const line = h('div', { class: 'about', hidden: true });
  let content = { kind: 'text' };
  const clear = () => {
    content = { kind: 'text' };
    line.hidden = true;
  };
  return {
    line,
    set(how, message) {
      content = how === 'edit' ? { kind: 'edit', target: message.id } : { kind: 'text', quote: message.id };
      const cancel = h('button', { type: 'button', class: 'quiet', onclick: clear }, t('cancel'));
      line.replaceChildren(h('span', {}, `${t(how)}: ${message.text ?? ''}`), cancel);
      line.hidden = false;
      if (how === 'edit') text.value = message.text;
      text.focus();
    },
    take() {
      const taken = content;
      clear();
      return taken;
    },
  };
}

function createTyping(from, to) {
  let timer;
  const tell = (state) => run('typing', { from, to: to(), state });
  const stop = () => {
    if (timer === undefined) return;
    clearTimeout(timer);
    timer = undefined;
    tell('paused');
  };
  const go = () => {
    if (timer === undefined) tell('composing');
    clearTimeout(timer);
    timer = setTimeout(stop, PAUSE_MS);
  };
  return { go, stop };
}

function fit(text) {
  text.style.height = 'auto';
  text.style.height = `${text.scrollHeight}px`;
}

/** Pictures, films and sound as themselves, anything else as a document. */
async function sendFile(envelope, file, caption) {
  const fileBase64 = await base64Of(file);
  const mimetype = file.type || 'application/octet-stream';
  const [family] = mimetype.split('/');
  const text = caption || undefined;
  if (family === 'image')
    return run('send', { ...envelope, kind: 'image', fileBase64, mimetype, text, ...(await sizeOf(file)) });
  if (family === 'video') return run('send', { ...envelope, kind: 'video', fileBase64, mimetype, text });
  const { viewOnce: _once, ...rest } = envelope;
  if (family === 'audio') return run('send', { ...rest, kind: 'audio', fileBase64, mimetype });
  return run('send', { ...rest, kind: 'document', fileBase64, mimetype, fileName: file.name, text });
}

async function sizeOf(file) {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  return bitmap ? { width: bitmap.width, height: bitmap.height } : {};
}
