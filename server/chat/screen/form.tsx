/** @jsxImportSource preact */
import type { AboutVisitor } from '@balcao/shared/features/web-chat/protocol.ts';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useChat } from './context.ts';

const FIELDS = ['name', 'email', 'phone'] as const;
type Field = (typeof FIELDS)[number];
type Fault = 'missing' | 'badEmail' | 'badPhone' | 'noConsent';
type Faults = Partial<Record<Field | 'consent', Fault>>;

/** How browsers know a field, to fill it in and to show the right keys. */
const INPUTS = {
  name: { type: 'text', autocomplete: 'name', maxLength: 200 },
  email: { type: 'email', autocomplete: 'email', maxLength: 254 },
  phone: { type: 'tel', autocomplete: 'tel', maxLength: 40 },
} as const;
/** The shortest number with its area code. */
const LEAST_DIGITS = 8;

/** What the shop asks before the conversation begins. It goes with the first message. */
export function Form() {
  const { chat, said, words } = useChat();
  const { form } = chat.design;
  const [faults, setFaults] = useState<Faults>({});
  const element = useRef<HTMLFormElement>(null);
  const asked = FIELDS.filter((field) => form[field] !== 'off');

  useEffect(() => {
    if (!chat.state().isCarried) element.current?.querySelector('input')?.focus();
  }, [chat]);
  // The first field that must be changed is the next one to write in.
  useEffect(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [faults]);

  function submit(event: Event): void {
    event.preventDefault();
    const given = new FormData(element.current ?? undefined);
    const values = asked.map((field) => [field, String(given.get(field) ?? '').trim()] as const);
    const found: Faults = {};
    for (const [field, value] of values) {
      const fault = faultOf(field, value, form[field] === 'required');
      if (fault) found[field] = fault;
    }
    if (form.consent && !given.has('consent')) found.consent = 'noConsent';
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const about: AboutVisitor = Object.fromEntries(values.filter(([, value]) => value));
    chat.tellAbout(form.consent ? { ...about, consent: true } : about);
  }

  const marked = (field: Field | 'consent') => ({
    'aria-invalid': faults[field] !== undefined,
    ...(faults[field] ? { 'aria-describedby': `${field}-fault` } : {}),
  });
  return (
    <form ref={element} class="form" noValidate onSubmit={submit}>
      <h3>{said.formTitle}</h3>
      {asked.map((field) => (
        <div class="field" key={field}>
          <label for={field}>
            {words.form[field]}
            {form[field] === 'optional' && <small> ({words.form.optional})</small>}
          </label>
          <input
            id={field}
            name={field}
            required={form[field] === 'required'}
            {...INPUTS[field]}
            {...marked(field)}
          />
          <FaultOf field={field} fault={faults[field]} />
        </div>
      ))}
      {form.consent && (
        <div class="field">
          <label class="consent">
            <input type="checkbox" name="consent" required {...marked('consent')} />
            <span>{said.consent}</span>
          </label>
          <FaultOf field="consent" fault={faults.consent} />
        </div>
      )}
      <button type="submit" class="main-button">
        {words.form.start}
      </button>
    </form>
  );
}

function FaultOf({ field, fault }: { field: string; fault: Fault | undefined }) {
  const { words } = useChat();

  return fault ? (
    <p class="fault" id={`${field}-fault`}>
      {words.form[fault]}
    </p>
  ) : null;
}

function faultOf(field: Field, value: string, isRequired: boolean): Fault | null {
  if (!value) return isRequired ? 'missing' : null;
  if (field === 'email' && !/^\S+@\S+\.\S+$/.test(value)) return 'badEmail';
  if (field === 'phone' && value.replaceAll(/\D/g, '').length < LEAST_DIGITS) return 'badPhone';
  return null;
}
