// Runs in the page, in any browser of the last years. The token stands in the fragment, which no server ever sees.
const texts = JSON.parse(document.getElementById('texts').textContent);
const token = location.hash.slice(1);
const form = document.querySelector('form');
const [button] = form.getElementsByTagName('button');
let options;

// It must not stay in the history of a computer that others use.
history.replaceState(null, '', location.pathname + location.search);

const tell = (text) => {
  document.getElementById('status').textContent = text;
};
const tellError = ({ message }) => tell(message);

/** The answer, or nothing where there is none. Throws the words of a refusal. */
async function ask(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...body }),
  }).catch(() => {
    throw new Error(texts.unreachable);
  });
  if (response.status === 204) return undefined;
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new Error(texts[answer.error] ?? texts.ERR_INTERNAL);
}

async function open() {
  const answer = await ask('auth/passkey-link', {});
  options = answer.options;
  document.getElementById('who').textContent = texts.who.replace('{{email}}', answer.email);
  form.hidden = false;
  document.getElementById('name').select();
}

async function make() {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const made = await navigator.credentials.create({ publicKey }).catch(({ name }) => {
    throw new Error(name === 'InvalidStateError' ? texts.known : texts.canceled);
  });
  const { id, rawId, type, response } = made.toJSON();
  const { clientDataJSON, attestationObject, transports } = response;
  const credential = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
  await ask('auth/passkey-link/store', { name: document.getElementById('name').value, credential });
  form.hidden = true;
  tell(texts.done);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  button.disabled = true;
  tell(texts.asking);
  await make().catch(tellError);
  button.disabled = false;
});

const isAble = 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
if (!token) tell(texts.incomplete);
else if (!isAble) tell(texts.unsupported);
else open().catch(tellError);
