/** The bubbles of a conversation. A bubble that did not change is not made again, so that pictures and sound go on. */
import { fileUrl } from './api.js';
import { dayOf, h, icon, timeOf } from './dom.js';
import { t } from './texts.js';

const TICKS = {
  queued: 'clock',
  sent: 'one',
  delivered: 'two',
  read: 'two',
  played: 'two',
  refused: 'refused',
};

/** @param act opens what can be done with a message beside a button */
export function createBubbles(act) {
  const made = new Map();
  return (messages, own) => {
    const elements = [];
    let day;
    for (const message of messages) {
      const its = dayOf(message.at);
      if (its !== day) elements.push(h('div', { class: 'day' }, its));
      day = its;
      elements.push(keep(made, message, own, messages, act));
    }
    return elements;
  };
}

function keep(made, message, own, messages, act) {
  const key = `${own}/${message.from}/${message.id}`;
  const { progress, text, edited, revoked, reactions, kind } = message;
  const signature = JSON.stringify([progress, text, edited, revoked, reactions, kind]);
  const known = made.get(key);
  if (known?.signature === signature) return known.element;
  const element = bubble(message, own, messages, act);
  made.set(key, { signature, element });
  return element;
}

function bubble(message, own, messages, act) {
  const mine = message.from === own;
  const quoted = message.kind === 'text' && messages.find((other) => other.id === message.target);
  const foot = h(
    'span',
    { class: 'foot' },
    message.edited && !message.revoked ? `${t('edited')} · ` : '',
    timeOf(message.at),
    mine && ticks(message.progress),
  );
  const reactions = message.reactions.map((reaction) => reaction.text).join('');
  return h(
    'div',
    {
      class: `bubble ${mine ? 'mine' : 'theirs'} ${reactions ? 'reacted' : ''}`,
      'data-id': message.id,
      'data-progress': message.progress,
    },
    quoted && h('blockquote', {}, quoted.text ?? label(quoted)),
    ...(message.revoked ? [h('em', {}, t('revoked'))] : body(message)),
    foot,
    !message.revoked && actButton(message, act),
    reactions && h('span', { class: 'reactions' }, reactions),
  );
}

function actButton(message, act) {
  const onclick = ({ currentTarget }) => act(message, currentTarget);
  return h('button', { type: 'button', class: 'act', title: t('actions'), onclick }, '⋯');
}

function ticks(progress) {
  const name = progress === 'played' ? 'read' : progress;
  const span = h('span', { class: `ticks ${name}`, title: t(name), role: 'img', 'aria-label': t(name) });
  span.append(icon(TICKS[progress]));
  return span;
}

function label(message) {
  return t(message.kind === 'image' ? 'photo' : message.kind);
}

function body(message) {
  const text = message.text ? [h('p', {}, message.text)] : [];
  switch (message.kind) {
    case 'text':
      return text;
    case 'image':
    case 'sticker':
      return [h('img', { src: fileUrl(message), alt: label(message) }), ...text];
    case 'video':
      return [h('video', { src: fileUrl(message), controls: true }), ...text];
    case 'voice':
    case 'audio':
      return [h('audio', { src: fileUrl(message), controls: true, preload: 'none' })];
    case 'document':
      return [fileLink(message), ...text];
    case 'location':
      return [card('pin', message.text ?? '', t('location'))];
    case 'contact':
      return [card('person', /^FN:(.*)$/m.exec(message.text ?? '')?.[1] ?? '', t('contact'))];
    case 'poll':
      return [h('p', { class: 'label' }, t('poll')), ...text];
    case 'sample':
      return [h('p', { class: 'label' }, t('sample')), ...text];
    default:
      return [h('em', {}, t('unsupported'))];
  }
}

function card(name, title, hint) {
  const texts = h('span', {}, h('strong', {}, title), h('small', {}, hint));
  return h('div', { class: 'card' }, icon(name), texts);
}

function fileLink(message) {
  const name = message.media?.fileName ?? t('document');
  const size = `${Math.max(1, Math.round((message.media?.bytes ?? 0) / 1024))} KB`;
  const texts = h('span', {}, h('strong', {}, name), h('small', {}, size));
  return h('a', { class: 'card', href: fileUrl(message), download: name }, icon('file'), texts);
}
