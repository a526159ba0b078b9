import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROVIDER_TIMEOUT_MS } from '../post.ts'
import { checkAt } from '../provider-check.ts'
import { CredentialsRefused, ProviderDown } from '../provider-down.ts'
import { assertFileName, FileDamaged, type Files, isFileName } from './port.ts'

export interface S3Settings {
  /** The bucket: `https://host/bucket` or `https://bucket.host`. */
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Of each attempt. */
  timeoutMs?: number
  /** Before each further attempt. */
  pausesMs?: readonly number[]
}

/** All requests are idempotent, and so repeated: a load balancer that closes a connection costs no upload. */
const PAUSES_MS = [100, 500]
/** More than any document or list has; a larger object is none of ours. */
const MAX_REPLY_BYTES = 64 * 1024 * 1024

/** Files in a bucket of an S3-compatible store, with requests signed by Signature Version 4. */
export function s3Files(settings: S3Settings): Files {
  const base = settings.url.replace(/\/+$/, '')
  const urlOf = (name: string) => {
    assertFileName(name)
    return `${base}/${name}`
  }
  const list = async (query: Record<string, string>): Promise<Page> => {
    const params = new URLSearchParams({ 'list-type': '2', ...query })
    return readPage(String(await request(settings, { method: 'GET', url: `${base}?${params}` })))
  }
  const reach = checkAt(base, () => list({ 'max-keys': '1' }))
  /** Asked in the check only; a key may lack the permission to know. */
  const isVersioned = () =>
    request(settings, { method: 'GET', url: `${base}?versioning` }).then(
      (reply) => tagOf(String(reply), 'Status') === 'Enabled',
      () => false,
    )
  return {
    check: {
      ...reach,
      async run() {
        const answer = await reach.run()
        const keepsDeleted = answer.state === 'accepted' && (await isVersioned())
        return keepsDeleted ? { ...answer, caution: 'its versioning keeps deleted documents' } : answer
      },
    },
    async put(name, bytes) {
      await request(settings, { method: 'PUT', url: urlOf(name), body: bytes as Uint8Array<ArrayBuffer> })
    },
    get: async (name) => request(settings, { method: 'GET', url: urlOf(name) }).catch(unlessMissing),
    async remove(name) {
      await request(settings, { method: 'DELETE', url: urlOf(name) }).catch(unlessMissing)
    },
    async *olderThan(moment) {
      let next: string | undefined
      do {
        const page: Page = await list(next === undefined ? {} : { 'continuation-token': next })
        for (const { key, modifiedAt } of page.objects) if (isFileName(key) && modifiedAt < moment) yield key
        next = page.next
      } while (next !== undefined)
    },
  }
}

interface S3Request {
  method: 'GET' | 'PUT' | 'DELETE'
  url: string
  body?: Uint8Array<ArrayBuffer>
}

/** Returns the body of the reply. */
async function request(settings: S3Settings, sent: S3Request): Promise<Buffer> {
  for (const pause of settings.pausesMs ?? PAUSES_MS) {
    try {
      return await attempt(settings, sent)
    } catch (error) {
      if (!(error instanceof Passing)) throw error
    }
    await sleep(pause)
  }
  return attempt(settings, sent)
}

/** Another attempt may succeed. */
class Passing extends ProviderDown {}

/** The bucket answered that it has no such object. */
class ObjectMissing extends ProviderDown {}

async function attempt(settings: S3Settings, { method, url, body }: S3Request): Promise<Buffer> {
  const { region, accessKeyId, secretAccessKey, timeoutMs = PROVIDER_TIMEOUT_MS } = settings
  const { AwsV4Signer } = await import('aws4fetch')
  // The hash of the body is part of the signature: the store refuses a body that was damaged on its way.
  const hash = createHash('sha256')
  if (body) hash.update(body)
  const headers = { 'x-amz-content-sha256': hash.digest('hex') }
  const signer = new AwsV4Signer({ method, url, headers, service: 's3', region, accessKeyId, secretAccessKey })
  const signed = await signer.sign()
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(signed.url, { method, headers: signed.headers, body, redirect: 'manual', signal })
    const reply = await readBytes(response)
    if (response.ok) return reply
    throw refusalOf(response.status, String(reply))
  } catch (error) {
    if (error instanceof ProviderDown || error instanceof FileDamaged) throw error
    throw new Passing('files', 'no answer', error)
  }
}

/** Documented codes under 403 that no other key would change. */
const NOT_CREDENTIALS = /^(QuotaExceeded|RequestTimeTooSkewed)$/

function refusalOf(status: number, text: string): ProviderDown {
  const code = tagOf(text, 'Code') ?? ''
  const detail = `HTTP ${status} ${code.replace(/\W/g, '').slice(0, 60)}`.trim()
  // A missing bucket and a wrong address are 404 too, and must not look like a missing file.
  if (status === 404 && code === 'NoSuchKey') return new ObjectMissing('files', detail)
  if (status >= 500 || status === 408 || status === 429) return new Passing('files', detail)
  const isRefused = (status === 401 || status === 403) && !NOT_CREDENTIALS.test(code)
  return isRefused ? new CredentialsRefused('files', detail) : new ProviderDown('files', detail)
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof ObjectMissing)) throw error
}

async function readBytes(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MAX_REPLY_BYTES) throw new FileDamaged()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

interface Page {
  objects: { key: string; modifiedAt: Date }[]
  next?: string
}

/** The reply of ListObjectsV2. Our keys need no XML unescaping; other objects of the bucket are left out anyway. */
function readPage(text: string): Page {
  if (!text.includes('<ListBucketResult')) throw new ProviderDown('files', 'not a list of objects')
  const objects = [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([_, object = '']) => ({
    key: tagOf(object, 'Key') ?? '',
    modifiedAt: new Date(tagOf(object, 'LastModified') ?? Number.NaN),
  }))
  if (tagOf(text, 'IsTruncated') !== 'true') return { objects }
  const next = tagOf(text, 'NextContinuationToken')
  if (!next) throw new ProviderDown('files', 'a list without its continuation')
  return { objects, next: unescapeXml(next) }
}

const tagOf = (text: string, tag: string): string | undefined => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(text)?.[1]

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const unescapeXml = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) =>
    name ? (ENTITIES[name] ?? whole) : String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16)),
  )
