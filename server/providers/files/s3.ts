import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROVIDER_TIMEOUT_MS, readCapped } from '../post.ts'
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
/** More than any document has; a larger object is none of ours. */
const MAX_FILE_BYTES = 64 * 1024 * 1024

/** Files in a bucket of an S3-compatible store, with requests signed by Signature Version 4. */
export function s3Files(settings: S3Settings): Files {
  const base = settings.url.replace(/\/+$/, '')
  const request = (method: Method, url: string, body?: Uint8Array<ArrayBuffer>) =>
    withRetries(settings, { method, url, body })
  const urlOf = (name: string) => {
    assertFileName(name)
    return `${base}/${name}`
  }
  const list = async (query: Record<string, string>): Promise<Page> => {
    const params = new URLSearchParams({ 'list-type': '2', ...query })
    const response = await request('GET', `${base}?${params}`)
    return readPage(await readOrDown(() => readCapped(response)))
  }
  return {
    check: checkAt(base, () => list({ 'max-keys': '1' })),
    async put(name, bytes) {
      await discard(await request('PUT', urlOf(name), bytes as Uint8Array<ArrayBuffer>))
    },
    async get(name) {
      const response = await request('GET', urlOf(name)).catch(unlessMissing)
      return response && readOrDown(() => readBytes(response))
    },
    async remove(name) {
      const response = await request('DELETE', urlOf(name)).catch(unlessMissing)
      if (response) await discard(response)
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

type Method = 'GET' | 'PUT' | 'DELETE'
interface S3Request {
  method: Method
  url: string
  body: Uint8Array<ArrayBuffer> | undefined
}

async function withRetries(settings: S3Settings, request: S3Request): Promise<Response> {
  for (const pause of settings.pausesMs ?? PAUSES_MS) {
    try {
      return await send(settings, request)
    } catch (error) {
      if (!(error instanceof Passing)) throw error
    }
    await sleep(pause)
  }
  return send(settings, request)
}

/** Another attempt may succeed. */
class Passing extends ProviderDown {}

/** The bucket answered that it has no such object. */
class ObjectMissing extends ProviderDown {}

async function send(settings: S3Settings, { method, url, body }: S3Request): Promise<Response> {
  const { region, accessKeyId, secretAccessKey, timeoutMs = PROVIDER_TIMEOUT_MS } = settings
  const { AwsV4Signer } = await import('aws4fetch')
  // The hash of the body is part of the signature: the store refuses a body that was damaged on its way.
  const headers = {
    'x-amz-content-sha256': createHash('sha256')
      .update(body ?? '')
      .digest('hex'),
  }
  const signer = new AwsV4Signer({ method, url, headers, service: 's3', region, accessKeyId, secretAccessKey })
  const signed = await signer.sign()
  const signal = AbortSignal.timeout(timeoutMs)
  const sent = {
    method,
    headers: signed.headers,
    body: body,
    redirect: 'manual',
    signal,
  } as const
  const response = await fetch(signed.url, sent).catch((error: unknown) => {
    throw new Passing('files', 'no answer', error)
  })
  if (response.ok) return response
  throw refusalOf(response.status, await readCapped(response).catch(() => ''))
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
    if (size > MAX_FILE_BYTES) throw new FileDamaged()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function readOrDown<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw error instanceof FileDamaged ? error : new ProviderDown('files', 'the reply broke off', error)
  }
}

/** A body that is not read keeps its connection busy. */
const discard = async (response: Response): Promise<void> => response.body?.cancel()

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
