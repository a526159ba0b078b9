import type { lookup as look } from 'node:dns'
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { remoteContentPlugin } from '../remote/plugin.ts'
import { remoteFetch } from '../remote/remote-fetch.ts'
import type { LiveContent } from './live-content.ts'
import { createLiveContext } from './test-live.ts'

const context = createLiveContext()

/** The clinic's logo is on another host. */
const leadTo = (remote: string) =>
  context.cms.serve(context.bundle, {}, undefined, (text) => text.replaceAll(/\/uploads\/logo_\w+\.svg/g, remote))

const logoIn = (live: LiveContent): string =>
  (live.source().config.en as { brand: { logo: string } } | undefined)?.brand.logo ?? ''

test('a picture on another host is served under one of our paths [A3.1] [A3.11]', async () => {
  const remote = 'https://files.example/clinic/logo%20new.svg'
  leadTo(remote)
  const live = await context.open({ filesFrom: ['https://files.example'] })
  const [path] = Object.keys(JSON.parse(await readFile(join(context.folder, 'last-good.json'), 'utf8')).snapshot.files)
  expect(path).toMatch(/^\/uploads\/elsewhere\/[0-9a-f]{12}_logo_new\.svg$/)
  expect(live.fileAt(path ?? '')?.address).toBe(remote)
  expect(live.status()).toEqual({ isCurrent: true, problems: [] })
  expect(live.fileAt('/uploads/other.svg')).toBeUndefined()
  const settings = live.source().config.en
  // The logo in our own pages, and in the API for other readers.
  expect(settings?.brand).toMatchObject({ logo: path })
  expect(settings?.partnerLogo).toMatchObject({ url: path })
})

test('a host that the settings do not name is never requested, and the operator is told', async () => {
  leadTo(`${context.cms.url.replace('127.0.0.1', 'localhost')}/uploads/favicon.svg`)
  const requestedPaths: string[] = []
  context.cms.onUpload((path) => {
    requestedPaths.push(path)
    return undefined
  })
  const live = await context.open()
  const logo = logoIn(live)
  expect([logo.startsWith('/uploads/elsewhere/'), live.fileAt(logo)]).toEqual([true, undefined])
  const { isCurrent, problems } = live.status()
  expect([isCurrent, problems[0]]).toEqual([
    true,
    expect.stringMatching(/^files at http:\/\/localhost:\d+ are not shown/),
  ])
  await live.keepPictures()
  const app = Fastify()
  await app.register(remoteContentPlugin, { url: context.cms.url, fileAt: live.fileAt })
  expect((await app.inject(logo)).statusCode).toBe(404)
  expect(requestedPaths.filter((path) => path.includes('elsewhere') || path.includes('favicon'))).toEqual([])
  context.cms.onUpload(() => undefined)
})

test('a picture on a named host is served and stored, from public addresses only', async () => {
  const { port } = new URL(context.cms.url)
  const origin = `http://files.example:${port}`
  leadTo(`${origin}/uploads/favicon.svg`)
  const lookup = ((_: string, __: unknown, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: '127.0.0.1', family: 4 }])) as unknown as typeof look
  for (const isPublic of [false, true]) {
    const remote = remoteFetch({ lookup, ...(isPublic ? { mayReach: () => true } : {}) })
    const live = await context.open({ filesFrom: [origin], remote })
    const logo = logoIn(live)
    await live.keepPictures()
    expect((await live.pictures.find(logo))?.type).toBe(isPublic ? 'image/svg+xml' : undefined)
    const app = Fastify()
    await app.register(remoteContentPlugin, { url: context.cms.url, fileAt: live.fileAt })
    expect((await app.inject(logo)).statusCode).toBe(isPublic ? 200 : 500)
  }
})

test('stored pictures without a reference are deleted, except those of the last hour', async () => {
  const live = await context.open()
  await live.keepPictures()
  const folder = join(context.folder, 'pictures')
  const before = await readdir(folder)
  const hourAgo = new Date(Date.now() - 61 * 60_000)
  await Promise.all(before.map((name) => utimes(join(folder, name), hourAgo, hourAgo)))
  for (const name of ['0a', '0b.draft']) {
    await writeFile(join(folder, name), 'image/png\nold')
    await utimes(join(folder, name), hourAgo, hourAgo)
  }
  await writeFile(join(folder, '0c'), 'image/png\nnew')
  await live.keepPictures()
  expect((await readdir(folder)).sort()).toEqual([...before, '0c'].sort())
  // An unreferenced logo is deleted, and stored again when it is referenced again.
  const logo = logoIn(live)
  context.cms.serve(context.bundle, {}, undefined, (text) => text.replaceAll(logo, '/uploads/favicon.svg'))
  await live.refresh()
  await live.keepPictures()
  expect(await live.pictures.find(logo)).toBeUndefined()
  context.cms.serve(context.bundle)
  await live.refresh()
  await live.keepPictures()
  expect(await live.pictures.find(logo)).toBeDefined()
})

test('pictures in the content are stored and served while the service is down; others are not', async () => {
  const live = await context.open()
  await live.keepPictures()
  const logo = logoIn(live)
  expect(await live.pictures.find(logo)).toMatchObject({ type: 'image/svg+xml' })
  expect(await live.pictures.find('/uploads/favicon.svg')).toBeUndefined()
  const app = Fastify()
  const isAway = () => !live.status().isCurrent
  await app.register(remoteContentPlugin, { url: context.cms.url, pictures: live.pictures, isAway })
  const before = await app.inject(logo)
  context.cms.serve('away')
  for (const when of ['not known yet', 'known']) {
    const { statusCode, headers, rawPayload } = await app.inject(logo)
    expect([statusCode, headers['content-type']], when).toEqual([200, 'image/svg+xml'])
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(rawPayload.equals(before.rawPayload)).toBe(true)
    await live.refresh()
  }
  expect((await app.inject('/uploads/favicon.svg')).json().message).toContain('answered 503')
})

test('a failed download is retried, a completed one is not repeated, and a new picture is downloaded', async () => {
  let requestedPaths: string[] = []
  let isFailing = true
  context.cms.onUpload((path) => {
    requestedPaths.push(path)
    return isFailing ? 500 : undefined
  })
  const live = await context.open()
  const logo = logoIn(live)
  await live.keepPictures()
  expect(await live.pictures.find(logo)).toBeUndefined()
  isFailing = false
  await live.keepPictures()
  expect(await live.pictures.find(logo)).toBeDefined()
  requestedPaths = []
  await live.keepPictures()
  expect(requestedPaths).toEqual([])
  context.cms.serve(context.priced(3700))
  await live.refresh()
  await live.keepPictures()
  expect(requestedPaths).toContain(logo)
  context.cms.onUpload(() => undefined)
})

test('closing stops the downloads and writes', async () => {
  const live = await context.open()
  let requestCount = 0
  let ended: Promise<void> | undefined
  context.cms.onUpload(() => {
    requestCount++
    ended ??= live.close()
    return undefined
  })
  await live.keepPictures()
  await ended
  await live.keepPictures()
  expect(requestCount).toBe(1)
  const logo = logoIn(live)
  expect(await live.pictures.find(logo)).toBeUndefined()
  context.cms.onUpload(() => undefined)
})
