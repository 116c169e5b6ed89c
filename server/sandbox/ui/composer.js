/** Where a customer writes: text, pictures and files, with "typing…" on the other side. */
import { run } from './api.js';
import { h, icon } from './dom.js';
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
  const onsubmit = async (event) => {
    event.preventDefault();
    const body = text.value.trim();
    if (!body) return;
    text.value = '';
    fit(text);
    typing.stop();
    await run('send', { kind: 'text', from, to: to(), text: body });
  };
  const form = h('form', { class: 'composer', onsubmit }, attach, file, text, send);
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
    if (chosen) await sendFile(from, to(), chosen, text.value.trim());
    file.value = '';
    text.value = '';
  });
  return form;
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
async function sendFile(from, to, file, caption) {
  const fileBase64 = await base64Of(file);
  const mimetype = file.type || 'application/octet-stream';
  const [family] = mimetype.split('/');
  const text = caption || undefined;
  if (family === 'image')
    return run('send', { kind: 'image', from, to, fileBase64, mimetype, text, ...(await sizeOf(file)) });
  if (family === 'video') return run('send', { kind: 'video', from, to, fileBase64, mimetype, text });
  if (family === 'audio') return run('send', { kind: 'audio', from, to, fileBase64, mimetype });
  return run('send', { kind: 'document', from, to, fileBase64, mimetype, fileName: file.name, text });
}

async function sizeOf(file) {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  return bitmap ? { width: bitmap.width, height: bitmap.height } : {};
}

function base64Of(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result.slice(reader.result.indexOf(',') + 1));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
