import type { HealthLinkPayload } from '@cuida/core/fhir/health-link.ts'

/** A health summary, as its document says it. */
export interface ReadSummary {
  name: string
  dateOfBirth: string | undefined
  writtenAt: string | undefined
  sections: { title: string; lines: string[] }[]
}

/** Why a link does not open. `remaining`: tries that are left for the passcode. */
export type LinkProblem = { code: 'GONE' } | { code: 'WRONG_PASSCODE'; remaining: number }

const bytesOf = (base64Url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64Url.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0))

/** Asks the clinic for the summary and decrypts it with the key of the link, which is sent to nobody. */
export async function openHealthLink(
  { url, key }: Pick<HealthLinkPayload, 'url' | 'key'>,
  { recipient, passcode }: { recipient: string; passcode: string },
): Promise<ReadSummary | LinkProblem> {
  const reply = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ recipient, ...(passcode ? { passcode } : {}) }),
    cache: 'no-store',
  })
  if (reply.status === 401) return { code: 'WRONG_PASSCODE', remaining: (await reply.json()).remainingAttempts }
  if (reply.status === 404) return { code: 'GONE' }
  if (!reply.ok) throw new Error(`the health link replied ${reply.status}`)
  const { files } = (await reply.json()) as { files: { embedded: string }[] }
  return readSummary(JSON.parse(await decrypt(files[0]?.embedded ?? '', key)))
}

/** A compact JWE with a direct key, A256GCM (RFC 7516). */
async function decrypt(file: string, key: string): Promise<string> {
  const [header = '', , iv = '', text = '', tag = ''] = file.split('.')
  const imported = await crypto.subtle.importKey('raw', bytesOf(key), 'AES-GCM', false, ['decrypt'])
  const algorithm = { name: 'AES-GCM', iv: bytesOf(iv), additionalData: new TextEncoder().encode(header) }
  const sealed = new Uint8Array([...bytesOf(text), ...bytesOf(tag)])
  return new TextDecoder().decode(await crypto.subtle.decrypt(algorithm, imported, sealed))
}

interface Bundle {
  entry: {
    resource: {
      resourceType: string
      date?: string
      birthDate?: string
      name?: { given?: string[]; family?: string }[]
      section?: { title?: string; text?: { div?: string } }[]
    }
  }[]
}

/** Only the text of the document is taken, never its markup. */
export function readSummary({ entry }: Bundle): ReadSummary {
  const find = (type: string) => entry.find(({ resource }) => resource.resourceType === type)?.resource
  const [composition, patient] = [find('Composition'), find('Patient')]
  const [name] = patient?.name ?? []
  return {
    name: [...(name?.given ?? []), name?.family].filter(Boolean).join(' '),
    dateOfBirth: patient?.birthDate,
    writtenAt: composition?.date,
    sections: (composition?.section ?? []).map(({ title = '', text }) => ({ title, lines: linesOf(text?.div ?? '') })),
  }
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }

/** The narrative is a list by our own server (`server/fhir/summary.ts`). Trusted types forbid to parse markup. */
const linesOf = (markup: string): string[] =>
  [...markup.matchAll(/<li>([^<]*)<\/li>/g)].map(([, line = '']) =>
    line.replaceAll(/&(amp|lt|gt|quot);/g, (entity) => ENTITIES[entity] ?? entity),
  )
