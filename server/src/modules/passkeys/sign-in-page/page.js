// Runs in the page, in any browser of the last years. Which console asks stands in the fragment, which no server ever sees.
const texts = JSON.parse(document.getElementById('texts').textContent);
const asked = new URLSearchParams(location.hash.slice(1));
const challenge = asked.get('challenge') ?? '';
const port = asked.get('port') ?? '';
const state = asked.get('state') ?? '';
const go = document.getElementById('go');

const tell = (text) => {
  document.getElementById('status').textContent = text;
};

/** Throws the words of a refusal. */
async function ask(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error(texts.unreachable);
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new Error(texts[answer.error] ?? texts.ERR_INTERNAL);
}

async function signIn() {
  const options = await ask('auth/passkey/options', { challenge });
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const made = await navigator.credentials.get({ publicKey }).catch(() => {
    throw new Error(texts.canceled);
  });
  const { id, rawId, type, response } = made.toJSON();
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  const credential = {
    id,
    rawId,
    type,
    response: { clientDataJSON, authenticatorData, signature, userHandle },
  };
  const { code } = await ask('auth/passkey', { challenge, credential });
  // Nowhere else than to a program on this computer.
  location.replace(`http://127.0.0.1:${port}/?${new URLSearchParams({ code, state })}`);
}

go.addEventListener('click', async () => {
  go.disabled = true;
  tell(texts.asking);
  await signIn().catch(({ message }) => tell(message));
  go.disabled = false;
});

const isWhole = /^[\w-]{43}$/.test(challenge) && /^\d{4,5}$/.test(port) && /^[\w-]{20,}$/.test(state);
const isAble = 'PublicKeyCredential' in window && 'parseRequestOptionsFromJSON' in PublicKeyCredential;
if (!isWhole) tell(texts.incomplete);
else if (!isAble) tell(texts.unsupported);
else go.hidden = false;
if (!go.hidden) go.focus();
