import { CallFailed, OFFLINE } from '@cuida/ui/client/call-failed.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { useKeptAt } from './kept-at.ts'

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
const { findKeptFile, forgetKeptData, keepData } = await import('./kept-data.ts')

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
async function page(sessionId: string, reads: [readonly unknown[], unknown][] = [], { isOnline = false } = {}) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  const queries = new QueryClient({ defaultOptions: { queries: { networkMode: 'always', retry: false } } })
  await keepData(queries, sessionId)
  for (const [key, data] of reads) queries.setQueryData(key, data)
  await advanceTime(1_500)
  await vi.waitFor(() => expect(stored.size).toBeGreaterThanOrEqual(reads.length > 0 ? 1 : 0))
  return queries
}
const text = () => [...stored.values()].map(({ bytes }) => new TextDecoder().decode(bytes)).join()

const isShown = async () => (await renderHookWithQueries(useKeptAt)).current() !== undefined

test('what a session read is there for its next page without a network, encrypted, and payments are not', async () => {
  await page('s-1', [
    [ME, { firstName: 'Ana' }],
    [LIST, ['c-1']],
    [OTHER, ['29 €']],
  ])
  expect(text()).not.toContain('Ana')
  const next = await page('s-1')
  expect([ME, LIST, OTHER].map((key) => next.getQueryData(key))).toEqual([{ firstName: 'Ana' }, ['c-1'], undefined])
  expect(await isShown()).toBe(true)
  expect(next.getQueryState(ME)?.isInvalidated).toBe(true)
})

test('with a network the next page shows nothing from before, and still keeps it', async () => {
  await page('s-1', [[ME, { subscription: null }]])
  const next = await page('s-1', [[LIST, ['c-1']]], { isOnline: true })
  expect(next.getQueryData(ME)).toBeUndefined()
  expect(await isShown()).toBe(false)
  dispatchEvent(new Event('offline'))
  expect(next.getQueryData(ME)).toEqual({ subscription: null })
  expect(await isShown()).toBe(true)
  await next.fetchQuery({ queryKey: ME, queryFn: async () => ({ subscription: 'active' }) })
  expect(next.getQueryData(ME)).toEqual({ subscription: 'active' })
  expect(await isShown()).toBe(false)
})

const noReply = () => new CallFailed(0, 't-1', { code: OFFLINE })
const REFUSED = new CallFailed(403, 't-1', { code: 'FORBIDDEN' })

test.each([
  ['gets no reply', () => Promise.reject(noReply()), true],
  ['gets none for four seconds', () => new Promise<never>(() => {}), true],
  ['is refused', () => Promise.reject(REFUSED), false],
])('when a read %s, what was kept is shown or not', async (_, read, isExpected) => {
  await page('s-1', [[ME, { firstName: 'Ana' }]])
  const next = await page('s-1', [], { isOnline: true })
  void next.fetchQuery({ queryKey: ME, queryFn: read }).catch(() => {})
  await advanceTime(4_000)
  expect(next.getQueryData(ME) !== undefined).toBe(isExpected)
  expect(await isShown()).toBe(isExpected)
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
