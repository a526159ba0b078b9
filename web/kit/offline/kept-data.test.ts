import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'

// IndexedDB as a map: the browser's is part of the journey (e2e/offline.spec.ts).
const stored = vi.hoisted(() => new Map<string, { bytes: ArrayBuffer; file?: unknown }>())
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  entries: async () => [...stored],
  get: async (name: string) => stored.get(name),
  set: async (name: string, kept: never) => void stored.set(name, kept),
  del: async (name: string) => void stored.delete(name),
  clear: async () => stored.clear(),
}))
const { findKeptFile, forgetKeptData, keepData, keptAt } = await import('./kept-data.ts')

const ME = ['GET /user/me', {}]
const LIST = ['GET /patients/:patientId/consultations', { patientId: 'p-1' }, 'combined']
const FILE = ['GET /consultations/:id/documents/:documentId', { id: 'c-1', documentId: 'd-1' }]
const OTHER = ['GET /patients/:id/payments', {}]

beforeEach(async () => {
  await forgetKeptData()
  stored.clear()
  freezeTime()
})
/** A page of this session, and what it has read. */
async function page(sessionId: string, reads: [readonly unknown[], unknown][] = []) {
  const queries = new QueryClient()
  await keepData(queries, sessionId)
  for (const [key, data] of reads) queries.setQueryData(key, data)
  await advanceTime(1_500)
  await vi.waitFor(() => expect(stored.size).toBeGreaterThanOrEqual(reads.length > 0 ? 1 : 0))
  return queries
}
const text = () => [...stored.values()].map(({ bytes }) => new TextDecoder().decode(bytes)).join()

test('what a session read is there for its next page, encrypted, and payments are not', async () => {
  await page('s-1', [
    [ME, { firstName: 'Ana' }],
    [LIST, ['c-1']],
    [OTHER, ['29 €']],
  ])
  expect(text()).not.toContain('Ana')
  const next = await page('s-1')
  expect([ME, LIST, OTHER].map((key) => next.getQueryData(key))).toEqual([{ firstName: 'Ana' }, ['c-1'], undefined])
  expect(keptAt(next)).toBeGreaterThan(0)
  expect(next.getQueryState(ME)?.isInvalidated).toBe(true)
})

test('a file that was opened is there, too', async () => {
  await page('s-1', [
    [ME, {}],
    [FILE, new Blob(['X-ray'], { type: 'image/jpeg' })],
  ])
  await vi.waitFor(() => expect(stored.size).toBe(2))
  expect(text()).not.toContain('X-ray')
  const file = await findKeptFile(FILE)
  expect([file?.type, await file?.text()]).toEqual(['image/jpeg', 'X-ray'])
  expect(await findKeptFile(['GET /consultations/:id/documents/:documentId', { id: 'c-2' }])).toBeUndefined()
})

test('what no screen shows for an hour is still kept', async () => {
  const queries = await page('s-1', [[LIST, ['c-1']]])
  const before = stored.get('queries')
  await advanceTime(3_600_000)
  queries.setQueryData(ME, { firstName: 'Ana' })
  await advanceTime(1_500)
  await vi.waitFor(() => expect(stored.get('queries')).not.toBe(before))
  const next = await page('s-1')
  expect([ME, LIST].map((key) => next.getQueryData(key))).toEqual([{ firstName: 'Ana' }, ['c-1']])
})

test('another session finds nothing, and deletes it', async () => {
  await page('s-1', [[ME, { firstName: 'Ana' }]])
  const other = await page('s-2')
  expect(other.getQueryData(ME)).toBeUndefined()
  expect(stored.size).toBe(0)
})

test('after the end of a session nothing is left, nor written late', async () => {
  const queries = await page('s-1', [[ME, { firstName: 'Ana' }]])
  queries.setQueryData(LIST, ['c-1'])
  await forgetKeptData()
  queries.setQueryData(FILE, new Blob(['X-ray']))
  await advanceTime(5_000)
  expect(stored.size).toBe(0)
})
