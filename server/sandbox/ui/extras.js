/** What else than text and files a phone sends: polls, places, contacts, stickers, voice notes, pictures to see once. */
import { notice, run } from './api.js';
import { h, icon, prettyNumber } from './dom.js';
import { base64Of } from './files.js';
import { createFloating } from './floating.js';
import { t } from './texts.js';

const { samples, envelopes } = (await run('samples')) ?? { samples: [], envelopes: [] };

/** `once`: the next picture, film or voice note may be looked at once only; `inside`: what the next message is packed in. */
export function createExtras(from, to) {
  const floating = createFloating('extras');
  const once = h('input', { type: 'checkbox', 'data-testid': 'once' });
  const inside = envelopeChoice();
  const button = h(
    'button',
    { type: 'button', class: 'round quiet', title: t('more'), 'data-testid': 'more' },
    icon('plus'),
  );
  const send = (content) => {
    floating.close();
    return run('send', { from, to: to(), ...content, ...takeInside() });
  };
  /** What the next message is packed in; asked once. */
  const takeInside = () => {
    const chosen = inside.value;
    inside.value = '';
    return chosen ? { inside: [chosen] } : {};
  };
  /** Whether the next file is for one look; asked once. */
  const takeOnce = () => {
    const viewOnce = once.checked || undefined;
    once.checked = false;
    return { viewOnce };
  };
  const sticker = filePicker('image/webp,image/png', async (file) =>
    send({ kind: 'sticker', fileBase64: await base64Of(file) }),
  );
  const voice = createVoice((fileBase64, seconds) =>
    send({ kind: 'voice', fileBase64, seconds, ...takeOnce() }),
  );
  const item = (text, onclick) => h('button', { type: 'button', class: 'item', onclick }, text);
  const sampleItem = (name) => item(t(`sample_${name}`), () => send({ kind: 'sample', name }));
  const move = async (phone) => {
    floating.close();
    if ((await run('changeNumber', { number: from, to: phone.number })) === undefined) return;
    notice(t('moved', { number: prettyNumber(phone.number) }));
    location.hash = phone.number;
  };
  /** Whoever changes the number goes on with another phone that is here. */
  const moveChoices = async () => {
    const others = ((await run('phones')) ?? []).filter(({ company, number }) => !company && number !== from);
    if (!others.length) return [h('p', { class: 'muted' }, t('nobodyElse'))];
    const choices = others.map((phone) =>
      item(`${phone.name} · ${prettyNumber(phone.number)}`, () => move(phone)),
    );
    return [h('p', { class: 'muted' }, t('moveTo')), ...choices];
  };
  const menu = () => [
    item(t('poll'), () => floating.open(button, pollForm(send))),
    item(t('location'), () => floating.open(button, locationForm(send))),
    item(t('contact'), () => floating.open(button, contactForm(send))),
    item(t('sample'), () => floating.open(button, ...samples.map(sampleItem))),
    item(t('sticker'), () => sticker.click()),
    item(t('move'), async () => floating.open(button, ...(await moveChoices()))),
    item(t('voice'), () => {
      floating.close();
      voice.start(button);
    }),
    h('label', { class: 'item' }, once, ` ${t('viewOnce')}`),
    h('label', { class: 'item' }, h('span', {}, t('inside')), inside),
  ];
  button.addEventListener('click', () => (voice.stop() ? undefined : floating.open(button, ...menu())));
  return { parts: [button, sticker, floating.box], takeOnce, takeInside };
}

/** Envelopes have no other names than those of the library. */
function envelopeChoice() {
  const options = envelopes.map((name) => h('option', { value: name }, name));
  return h('select', { 'data-testid': 'inside' }, h('option', { value: '' }, t('insideNothing')), ...options);
}

function filePicker(accept, take) {
  const input = h('input', { type: 'file', accept, hidden: true });
  input.addEventListener('change', async () => {
    const [file] = input.files;
    input.value = '';
    if (file) await take(file);
  });
  return input;
}

/** Records from the first press of the button to the next. */
function createVoice(done) {
  let recorder;
  return {
    async start(button) {
      const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const chunks = [];
      const began = Date.now();
      recorder = new MediaRecorder(stream);
      recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
      recorder.addEventListener('stop', async () => {
        for (const track of stream.getTracks()) track.stop();
        button.classList.remove('recording');
        const seconds = Math.max(1, Math.round((Date.now() - began) / 1000));
        done(await base64Of(new Blob(chunks)), seconds);
      });
      button.classList.add('recording');
      recorder.start();
    },
    /** Whether something was being recorded. */
    stop() {
      if (recorder?.state !== 'recording') return false;
      recorder.stop();
      return true;
    },
  };
}

function form(fields, read) {
  const onsubmit = (event) => {
    event.preventDefault();
    read();
  };
  return h('form', { class: 'fields', onsubmit }, ...fields, h('button', { class: 'primary' }, t('send')));
}

const field = (placeholder, props = {}) =>
  h('input', { placeholder, 'aria-label': placeholder, required: true, ...props });

function pollForm(send) {
  const question = field(t('question'));
  const options = h('textarea', {
    rows: 3,
    required: true,
    placeholder: t('options'),
    'aria-label': t('options'),
  });
  return form([question, options], () => {
    const given = options.value.split('\n').map((line) => line.trim());
    const choices = [...new Set(given.filter(Boolean))];
    if (choices.length >= 2) send({ kind: 'poll', text: question.value, options: choices });
  });
}

function locationForm(send) {
  const name = field(t('place'), { required: false });
  const latitude = field(t('latitude'), { type: 'number', step: 'any', value: '-23.5614' });
  const longitude = field(t('longitude'), { type: 'number', step: 'any', value: '-46.6559' });
  return form([name, latitude, longitude], () =>
    send({
      kind: 'location',
      latitude: Number(latitude.value),
      longitude: Number(longitude.value),
      text: name.value || undefined,
    }),
  );
}

function contactForm(send) {
  const name = field(t('name'));
  const number = field(t('number'), { inputMode: 'tel' });
  return form([name, number], () => {
    const digits = number.value.replace(/\D/g, '');
    const person = name.value.replace(/[\r\n]/g, ' ');
    const vcard = `BEGIN:VCARD\nVERSION:3.0\nFN:${person}\nTEL;type=CELL;waid=${digits}:+${digits}\nEND:VCARD`;
    send({ kind: 'contact', name: person, vcard });
  });
}
