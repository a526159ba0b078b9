import { createServer } from 'node:http'

/** A proxy whose server can be replaced by one of another build: every file of the app has another name then. */
export interface DeployProxy {
  url: string
  /** From now on the files of the build before are gone. */
  deploy(): void
  close(): Promise<void>
}

const FILE = /\bassets\/([\w-]+)\.(js|css)\b/g
/** Files name each other by relative paths. */
const BESIDE = /(["'`(])\.\/([\w-]+)\.(js|css)\b/g
/** The name of the worker's cache. */
const BUILD = /build-[0-9a-f]{12}/g
const TEXT = /html|javascript|css/
export const NEXT = '-next'
/** Of one connection, or of the unchanged text. */
const NOT_PASSED = /^(connection|transfer-encoding|accept-encoding|content-(encoding|length)|etag|if-none-match)$/

const renamed = (text: string): string =>
  text
    .replace(FILE, `assets/$1${NEXT}.$2`)
    .replace(BESIDE, `$1./$2${NEXT}.$3`)
    .replace(BUILD, (name) => name + NEXT)

export async function startDeployProxy(target: string): Promise<DeployProxy> {
  let isNext = false
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    if (/^\/assets\/.+\.(js|css)$/.test(path) && path.includes(NEXT) !== isNext) return response.writeHead(404).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const leaving = new AbortController()
    response.on('close', () => leaving.abort())
    const answer = await fetch(target + path.replace(NEXT, ''), {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).filter(([name]) => !NOT_PASSED.test(name)) as [string, string][],
      body: chunks.length > 0 ? Buffer.concat(chunks) : null,
      redirect: 'manual',
      signal: leaving.signal,
    }).catch(() => undefined)
    if (!answer) return response.destroy()
    response.writeHead(answer.status, [...answer.headers].filter(([name]) => !NOT_PASSED.test(name)).flat())
    if (isNext && TEXT.test(answer.headers.get('content-type') ?? '')) return response.end(renamed(await answer.text()))
    try {
      for await (const chunk of answer.body ?? []) response.write(chunk)
    } catch {
      // A stream of events that the page has left.
    }
    return response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
    deploy() {
      isNext = true
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
