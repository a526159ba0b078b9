import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { elsewherePlugin } from '../elsewhere/plugin.ts'
import { liveWorld } from './test-live.ts'

const world = liveWorld()

test('a picture on another host goes by a path of ours', async () => {
  const far = 'https://files.example/clinic/logo%20new.svg'
  world.cms.serve(world.pack, {}, undefined, (text) => text.replaceAll(/\/uploads\/logo_\w+\.svg/g, far))
  const live = await world.open()
  const [path] = Object.keys(JSON.parse(await readFile(join(world.folder, 'last-good.json'), 'utf8')).shelf.files)
  expect(path).toMatch(/^\/uploads\/elsewhere\/[0-9a-f]{12}_logo_new\.svg$/)
  expect(live.fileAt(path ?? '')).toBe(far)
  expect(live.fileAt('/uploads/other.svg')).toBeUndefined()
  const { scalars, parts } = live.source().config('en')
  // What our own pages draw, and what other readers of the content are told.
  expect(scalars.brand).toMatchObject({ logo: path })
  expect(parts.partnerLogo).toMatchObject({ data: { attributes: { url: path } } })
})

test('pictures that the content names are kept, and shown while the service is away; others are not', async () => {
  const live = await world.open()
  await live.keepPictures()
  const { logo } = live.source().config('en').scalars.brand as { logo: string }
  expect(await live.pictures.find(logo)).toMatchObject({ type: 'image/svg+xml' })
  expect(await live.pictures.find('/uploads/favicon.svg')).toBeUndefined()
  const app = Fastify()
  const isAway = () => !live.standing().isCurrent
  await app.register(elsewherePlugin, { url: world.cms.url, pictures: live.pictures, isAway })
  const before = await app.inject(logo)
  world.cms.serve('away')
  for (const when of ['not known yet', 'known']) {
    const { statusCode, headers, rawPayload } = await app.inject(logo)
    expect([statusCode, headers['content-type']], when).toEqual([200, 'image/svg+xml'])
    expect(headers['content-security-policy']).toContain('sandbox')
    expect(rawPayload.equals(before.rawPayload)).toBe(true)
    await live.refresh()
  }
  expect((await app.inject('/uploads/favicon.svg')).json().message).toContain('answered 503')
})

test('a picture that could not be had is asked for again, one that was is not, and a new one is', async () => {
  let asked: string[] = []
  let isFailing = true
  world.cms.onUpload((path) => {
    asked.push(path)
    return isFailing ? 500 : undefined
  })
  const live = await world.open()
  const { logo } = live.source().config('en').scalars.brand as { logo: string }
  await live.keepPictures()
  expect(await live.pictures.find(logo)).toBeUndefined()
  isFailing = false
  await live.keepPictures()
  expect(await live.pictures.find(logo)).toBeDefined()
  asked = []
  await live.keepPictures()
  expect(asked).toEqual([])
  world.cms.serve(world.priced(3700))
  await live.refresh()
  await live.keepPictures()
  expect(asked).toContain(logo)
  world.cms.onUpload(() => undefined)
})

test('who ends while pictures are kept writes none any more, and asks for none', async () => {
  const live = await world.open()
  let asked = 0
  let ended: Promise<void> | undefined
  world.cms.onUpload(() => {
    asked++
    ended ??= live.close()
    return undefined
  })
  await live.keepPictures()
  await ended
  await live.keepPictures()
  expect(asked).toBe(1)
  const { logo } = live.source().config('en').scalars.brand as { logo: string }
  expect(await live.pictures.find(logo)).toBeUndefined()
  world.cms.onUpload(() => undefined)
})
