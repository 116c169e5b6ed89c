/** Small helpers: elements, icons, avatars, numbers and times. */
import { locale, t } from './texts.js';

/** An element with properties (`class`, `data-…`, `aria-…`, listeners as `onclick`) and children. */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name.includes('-') || name === 'class' || name === 'for') element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(
    ...children.flat().filter((child) => child !== undefined && child !== null && child !== false),
  );
  return element;
}

/** Fills an element again only when what it shows has changed, so that an open list stays open. */
export function refill(element, signature, make) {
  const text = JSON.stringify(signature);
  if (element.dataset.shown === text) return;
  element.dataset.shown = text;
  element.replaceChildren(...make().filter(Boolean));
}

const PATHS = {
  clock: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M8 5v3.2l2 1.3',
  one: 'M3.5 8.5l3 3 6-7',
  two: 'M1 8.5l3 3 6-7M7.2 10.6l.9.9 6-7',
  refused: 'M8 2.5a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11M8 5v3.6M8 10.8v.2',
  send: 'M2.5 8h8M7 3.5 11.5 8 7 12.5',
  clip: 'M12.5 7.2 7.7 12a3 3 0 0 1-4.3-4.3l5-5a2 2 0 0 1 2.9 2.9l-4.9 4.9a1 1 0 0 1-1.5-1.4l4.4-4.4',
  store:
    'M2.5 6.5 3.5 3h9l1 3.5M3.5 7.5V13h9V7.5M2.5 6.5c0 1.5 2.7 1.5 2.7 0 0 1.5 2.8 1.5 2.8 0 0 1.5 2.8 1.5 2.8 0 0 1.5 2.7 1.5 2.7 0',
  laptop: 'M3.5 4h9v6.5h-9zM1.5 12.5h13',
  qr: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5h1.5v1.5M13.5 9.5v4h-4v-1.5',
  plus: 'M8 3v10M3 8h10',
  pin: 'M8 14s4.5-4.2 4.5-7.5a4.5 4.5 0 0 0-9 0C3.500 9.800 8 14 8 14M8 5.200a1.400 1.400 0 1 0 0 2.800 1.400 1.400 0 0 0 0-2.800',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  person: 'M8 3a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5M3 13.500c0-2.600 2.200-4 5-4s5 1.400 5 4',
};

export function icon(name, className = '') {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', `icon ${className}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', PATHS[name]);
  svg.append(path);
  return svg;
}

const COLOURS = 6;

/** A round picture of somebody without one: initials on one of a few colours. */
export function avatar(phone) {
  const words = phone.name.split(/\s+/).filter((word) => /\p{L}|\d/u.test(word));
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => word?.[0] ?? '');
  const colour = [...phone.number].reduce((sum, digit) => sum * 7 + Number(digit), 0) % COLOURS;
  const dot = h('span', { class: `dot ${phone.online ? 'on' : 'off'}` });
  return h('span', { class: `avatar colour-${colour}` }, initials.join('').toUpperCase(), dot);
}

/** `5511988880002` as `+55 11 98888-0002`; other countries as they are. */
export function prettyNumber(number) {
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(number);
  return brazilian ? `+55 ${brazilian[1]} ${brazilian[2]}-${brazilian[3]}` : `+${number}`;
}

const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
const longDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long' });

export function timeOf(at) {
  return clock.format(at);
}

export function dayOf(at) {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000);
  if (days === 0) return t('today');
  return days === 1 ? t('yesterday') : longDay.format(at);
}
