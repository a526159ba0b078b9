import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { collectNames } from '../../providers/files/contract.ts'
import { diskFiles } from '../../providers/files/disk.ts'
import { filesWithFallback } from '../../providers/files/fallback.ts'
import type { Files } from '../../providers/files/port.ts'
import { s3Files } from '../../providers/files/s3.ts'
import { startS3Server } from '../../providers/files/test-s3-server.ts'
import { ProviderDown } from '../../providers/provider-down.ts'
import { moveFiles } from './move-files.ts'

let root: string
let server: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'cuida-move-'))
  server = await startS3Server()
})
afterAll(async () => {
  await server.close()
  await rm(root, { recursive: true, force: true })
})

const newDisk = async () => diskFiles(await mkdtemp(join(root, 'one-')))
const newBucket = async () => s3Files(await server.newBucket())
const namesIn = async (files: Files) => (await collectNames(files.olderThan(new Date('9999-12-31')))).sort()
const putSome = async (files: Files, count: number) => {
  const ids = Array.from({ length: count }, () => randomUUID()).sort()
  for (const id of ids) await files.put(id, Buffer.from(id))
  return ids
}
const never = async () => false

describe.each([
  ['disk to S3', newDisk, newBucket],
  ['S3 to disk', newBucket, newDisk],
])('from %s', (_, newSource, newTarget) => {
  test('every file moves, is readable all the time, and a second run finds nothing', async () => {
    const [from, to] = [await newSource(), await newTarget()]
    const serving = filesWithFallback(to, from)
    const ids = await putSome(from, 30)
    const fresh = await putSome(serving, 2)
    let isMoving = true
    const moving = moveFiles({ from, to, isOrphan: never }).finally(() => (isMoving = false))
    do {
      for (const id of ids) expect(String(await serving.get(id))).toBe(id)
    } while (isMoving)
    expect(await moving).toEqual({ moved: 30, gone: 0, differing: 0 })
    expect(await namesIn(from)).toEqual([])
    expect(await namesIn(to)).toEqual([...ids, ...fresh].sort())
    expect(await moveFiles({ from, to, isOrphan: never })).toEqual({ moved: 0, gone: 0, differing: 0 })
  })

  test('two runs at once lose nothing', async () => {
    const [from, to] = [await newSource(), await newTarget()]
    const ids = await putSome(from, 30)
    await Promise.all([moveFiles({ from, to, isOrphan: never }), moveFiles({ from, to, isOrphan: never })])
    expect(await namesIn(to)).toEqual(ids)
    expect(await namesIn(from)).toEqual([])
  })
})

/** The steps of a move and of a removal, each of which may come between any two of the other. */
const STEPS = ['from.get', 'to.put', 'to.get', 'from.get again', 'from.remove'] as const

describe.each(STEPS)('a document deleted before the step %s', (step) => {
  test.each(['whole', 'half'])('leaves no file in either store (%s removal)', async (extent) => {
    const [from, to] = [await newDisk(), await newDisk()]
    const [id = ''] = await putSome(from, 1)
    const serving = filesWithFallback(to, from)
    let isDeleted = false
    let rest: (() => Promise<void>) | undefined
    const remove = async () => {
      isDeleted = true
      if (extent === 'whole') return serving.remove(id)
      await from.remove(id)
      rest = () => to.remove(id)
    }
    let looks = 0
    const before = async (now: string) => {
      if (now === step) await remove()
    }
    const watchedFrom: Files = {
      ...from,
      get: async (name) => {
        await before(looks++ === 0 ? 'from.get' : 'from.get again')
        return from.get(name)
      },
      remove: async (name) => {
        await before('from.remove')
        await from.remove(name)
      },
    }
    const watchedTo: Files = {
      ...to,
      put: async (name, bytes) => {
        await before('to.put')
        await to.put(name, bytes)
      },
      get: async (name) => {
        await before('to.get')
        return to.get(name)
      },
    }
    await moveFiles({ from: watchedFrom, to: watchedTo, isOrphan: async () => isDeleted })
    expect(isDeleted).toBe(true)
    await rest?.()
    expect([...(await namesIn(from)), ...(await namesIn(to))]).toEqual([])
  })
})

test('a copy that differs leaves the original, and later runs try again', async () => {
  const [from, to] = [await newDisk(), await newDisk()]
  const ids = await putSome(from, 3)
  const faulty: Files = { ...to, put: (name) => to.put(name, Buffer.from('damaged')) }
  expect(await moveFiles({ from, to: faulty, isOrphan: never })).toEqual({ moved: 0, gone: 0, differing: 3 })
  expect(await namesIn(from)).toEqual(ids)
  expect(await moveFiles({ from, to, isOrphan: never })).toEqual({ moved: 3, gone: 0, differing: 0 })
  expect(String(await to.get(ids[0] ?? ''))).toBe(ids[0])
})

test('an outage ends the run and leaves every original that has no copy', async () => {
  const [from, to] = [await newDisk(), await newDisk()]
  const ids = await putSome(from, 20)
  let puts = 0
  const failing: Files = {
    ...to,
    put: async (name, bytes) => {
      if (++puts > 5) throw new ProviderDown('files', 'HTTP 503')
      await to.put(name, bytes)
    },
  }
  const result = await moveFiles({ from, to: failing, isOrphan: never })
  expect(result.stoppedBy).toBeInstanceOf(ProviderDown)
  expect(result.moved).toBe(5)
  expect([...(await namesIn(from)), ...(await namesIn(to))].sort()).toEqual(ids)
})

test('a file in one of two stores is found, listed and removed', async () => {
  const [current, previous] = [await newDisk(), await newDisk()]
  const files = filesWithFallback(current, previous)
  const [old = ''] = await putSome(previous, 1)
  const [fresh = ''] = await putSome(files, 1)
  expect(await namesIn(current)).toEqual([fresh])
  expect(await namesIn(files)).toEqual([old, fresh].sort())
  for (const id of [old, fresh]) {
    expect(String(await files.get(id))).toBe(id)
    await files.remove(id)
    expect(await files.get(id)).toBeUndefined()
  }
})
