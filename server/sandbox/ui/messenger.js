/** Somebody on another messenger: what was said, and where they write. */
import { notice, run } from './api.js';
import { avatar, h, icon, prettyNumber, timeOf } from './dom.js';
import { base64Of } from './files.js';
import { createFloating } from './floating.js';
import { t } from './texts.js';

/** @returns a function that shows the newest state of this person */
export function createMessenger(stage, messenger) {
  const head = h('header', { class: 'chat-head' });
  const chat = h('div', { class: 'chat', 'data-testid': 'chat', role: 'log' });
  const { form, offer } = composer(messenger);
  const screen = h('div', { class: 'screen' }, head, chat, form);
  stage.replaceChildren(h('div', { class: 'handset' }, screen), h('div', { class: 'beside' }));
  let count = -1;
  return ({ messengers }) => {
    const person = messengers.find((one) => one.messenger === messenger);
    if (!person || person.said.length === count) return;
    count = person.said.length;
    offer(person);
    head.replaceChildren(
      avatar({ ...person, number: person.id, online: true }),
      h('div', {}, h('strong', {}, person.name), h('small', {}, nameOf(person))),
    );
    chat.replaceChildren(...person.said.map((said) => bubble(said, messenger)));
    chat.scrollTop = chat.scrollHeight;
  };
}

/** Who can have another number shows the one of today. */
function nameOf({ messenger, id, canMove }) {
  if (!canMove) return t(messenger);
  return `${t(messenger)} · ${/^\d+$/.test(id) ? prettyNumber(id) : id}`;
}

const bubble = ({ id, mine, text, hasFile, sample, choices, at }, messenger) =>
  h(
    'div',
    { class: `bubble ${mine ? 'mine' : 'theirs'}` },
    hasFile && h('span', { class: 'label' }, t('fileThere')),
    sample && h('p', { class: 'label' }, t(`sample_${sample}`)),
    h('p', {}, text),
    ...choices.map((label) => choice({ messenger, id, label })),
    h('span', { class: 'foot' }, timeOf(at)),
  );

/** Something to tap below a message of the company's, also when it is an old one. */
const choice = (tapped) =>
  h(
    'button',
    {
      type: 'button',
      class: 'choice',
      onclick: async () => {
        await run('tapThere', tapped);
        dispatchEvent(new Event('refresh'));
      },
    },
    tapped.label,
  );

function composer(messenger) {
  const text = h('textarea', {
    rows: 1,
    placeholder: t('message'),
    'aria-label': t('message'),
    'data-testid': 'composer',
  });
  const file = h('input', { type: 'file', accept: 'image/*', hidden: true, 'data-testid': 'file' });
  const write = async (more) => {
    const body = text.value.trim();
    if (!body && !more) return;
    text.value = '';
    await run('writeThere', { messenger, text: body, ...more });
    dispatchEvent(new Event('refresh'));
  };
  const onsubmit = (event) => {
    event.preventDefault();
    write();
  };
  file.addEventListener('change', async () => {
    const [chosen] = file.files;
    file.value = '';
    if (!chosen) return;
    const fileBase64 = await base64Of(chosen).catch(() => undefined);
    if (fileBase64) await write({ fileBase64 });
    else notice(t('lost'));
  });
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  const attach = h(
    'button',
    { type: 'button', class: 'round quiet', title: t('attach'), onclick: () => file.click() },
    icon('clip'),
  );
  const send = h('button', { class: 'round primary', title: t('send'), 'data-testid': 'send' }, icon('send'));
  const move = async (to) => {
    await run('moveThere', { messenger, to });
    dispatchEvent(new Event('refresh'));
  };
  const extras = createExtras((sample) => write({ sample }), move);
  const form = h('form', { class: 'composer', onsubmit }, ...extras.parts, attach, file, text, send);
  return { form, offer: extras.offer };
}

/** What else they send there, and whether they go on under another number. */
function createExtras(send, move) {
  const floating = createFloating('extras');
  let samples = [];
  let canMove = false;
  const item = (name) => {
    const onclick = () => {
      floating.close();
      send(name);
    };
    return h('button', { type: 'button', class: 'item', onclick }, t(`sample_${name}`));
  };
  const moveTo = (to) => {
    floating.close();
    move(to);
  };
  const moveItem = () =>
    h(
      'button',
      { type: 'button', class: 'item', onclick: () => floating.open(button, moveForm(moveTo)) },
      t('move'),
    );
  const button = h(
    'button',
    {
      type: 'button',
      class: 'round quiet',
      title: t('more'),
      'data-testid': 'more',
      onclick: () => floating.open(button, ...samples.map(item), canMove && moveItem()),
    },
    icon('plus'),
  );
  return {
    parts: [button, floating.box],
    offer: (person) => {
      ({ samples, canMove } = person);
    },
  };
}

function moveForm(moveTo) {
  const number = h('input', { placeholder: t('newNumber'), 'aria-label': t('newNumber'), required: true });
  const onsubmit = (event) => {
    event.preventDefault();
    moveTo(/[a-z]/i.test(number.value) ? number.value.trim() : number.value.replace(/\D/g, ''));
  };
  return h('form', { class: 'fields', onsubmit }, number, h('button', { class: 'primary' }, t('move')));
}
