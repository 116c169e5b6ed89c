/** The script API as the page uses it: the same commands that tests use. */

let showNotice = () => {};

/** Where refusals are shown. */
export function onNotice(show) {
  showNotice = show;
}

export function notice(text) {
  showNotice(text);
}

/** Runs a command; a refusal is shown to the person, and answers `undefined`. */
export async function run(command, input = {}) {
  try {
    const response = await fetch(`/_control/${command}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
    const body = await response.json();
    if (response.ok) return body;
    showNotice(body.error);
  } catch {
    // the event stream tells when the sandbox is gone
  }
  return undefined;
}

/** The decrypted file of a message. */
export function fileUrl(entry) {
  return `/file?${new URLSearchParams({ from: entry.from, id: entry.id })}`;
}
