/** How a program sends a message, ready to be copied. Only a name of the language's own and of ours stands in them. */

export const EXAMPLE_LANGUAGES = ['curl', 'javascript', 'python', 'php'] as const;
export type ExampleLanguage = (typeof EXAMPLE_LANGUAGES)[number];

export const EXAMPLE_KINDS = ['text', 'file'] as const;
export type ExampleKind = (typeof EXAMPLE_KINDS)[number];

interface Place {
  /** Of the call: the server's address with its path. */
  url: string;
  token: string;
  number: string;
  /** What is said. */
  body: string;
  /** The file that is sent, in the program's folder. */
  file: string;
}

/** Places hold no quotes and no backslashes: whoever fills them in takes care of that. */
export const EXAMPLES: Record<ExampleLanguage, Record<ExampleKind, (place: Place) => string>> = {
  curl: {
    text: ({ url, token, number, body }) => `curl -X POST '${url}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{"number": "${number}", "body": "${body}"}'
`,
    file: ({ url, token, number, file }) => `curl -X POST '${url}' \\
  -H 'Authorization: Bearer ${token}' \\
  -F 'number=${number}' \\
  -F 'medias=@${file}'
`,
  },
  javascript: {
    text: ({ url, token, number, body }) => `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    Authorization: 'Bearer ${token}',
    'Content-Type': 'application/json',
  },
  body: JSON.stringify({ number: '${number}', body: '${body}' }),
});
console.log(response.status, await response.json());
`,
    file: ({ url, token, number, file }) => `import { openAsBlob } from 'node:fs';

const form = new FormData();
form.append('number', '${number}');
form.append('medias', await openAsBlob('${file}'), '${file}');

const response = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${token}' },
  body: form,
});
console.log(response.status, await response.json());
`,
  },
  python: {
    text: ({ url, token, number, body }) => `import requests

response = requests.post(
    "${url}",
    headers={"Authorization": "Bearer ${token}"},
    json={"number": "${number}", "body": "${body}"},
    timeout=30,
)
print(response.status_code, response.json())
`,
    file: ({ url, token, number, file }) => `import requests

with open("${file}", "rb") as file:
    response = requests.post(
        "${url}",
        headers={"Authorization": "Bearer ${token}"},
        data={"number": "${number}"},
        files=[("medias", ("${file}", file))],
        timeout=120,
    )
print(response.status_code, response.json())
`,
  },
  php: {
    text: ({ url, token, number, body }) => `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ${token}',
        'Content-Type: application/json',
    ],
    CURLOPT_POSTFIELDS => json_encode(['number' => '${number}', 'body' => '${body}']),
]);
$answer = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;
`,
    file: ({ url, token, number, file }) => `<?php
$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_POST => true,
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ${token}'],
    CURLOPT_POSTFIELDS => ['number' => '${number}', 'medias' => new CURLFile('${file}')],
]);
$answer = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), ' ', $answer, PHP_EOL;
`,
  },
};
