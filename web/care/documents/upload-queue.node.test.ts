import { CallFailed, OFFLINE } from '@cuida/ui/client/call-failed.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type QueueSettings, refuseAfterEnd, UploadQueue } from './upload-queue.ts'
import type { WaitingFile, WaitingFiles } from './waiting-files.ts'

const failure = (status: number, code: string) => new CallFailed(status, 'trace', { code })
const offline = () => failure(0, OFFLINE)

/** A fake of IndexedDB, which outlives the page. */
function memory(): WaitingFiles & { rows: Map<string, WaitingFile> } {
  const rows = new Map<string, WaitingFile>()
  return {
    rows,
    put: async (file) => void rows.set(file.key, file),
    all: async (owner) => [...rows.values()].filter((file) => file.owner === owner),
    remove: async (key) => void rows.delete(key),
  }
}

let files: ReturnType<typeof memory>
let sent: string[]
let answers: (() => Promise<void>)[]
let wakeUp: (() => void) | undefined
beforeEach(() => {
  files = memory()
  sent = []
  answers = []
  wakeUp = undefined
})

function newPage(more: Partial<QueueSettings> = {}): UploadQueue {
  return new UploadQueue({
    files,
    async send({ key }) {
      sent.push(key)
      await answers.shift()?.()
    },
    alone: (work) => work(),
    onSent: async () => {},
    onChange: () => {},
    sleep: () => new Promise((resolve) => (wakeUp = resolve)),
    ...more,
  })
}

const file = (key: string): Omit<WaitingFile, 'owner'> => ({
  key,
  consultationId: 'c',
  name: key,
  content: new Blob(['x']),
  thumbnail: undefined,
  addedAt: 1,
  code: undefined,
})
const states = (queue: UploadQueue) => queue.state().map(({ key, state }) => `${key} ${state}`)
const refusing = (status: number, code: string) => () => Promise.reject(failure(status, code))

test('files are sent one after the other in the chosen order, and then leave the queue [B2.23]', async () => {
  const queue = newPage()
  await queue.open('ana')
  for (const key of ['one', 'two', 'three']) await queue.add(file(key))
  await vi.waitFor(() => expect(queue.state()).toEqual([]))
  expect(sent).toEqual(['one', 'two', 'three'])
  expect(files.rows.size).toBe(0)
})

describe('offline', () => {
  test('a file waits and is sent under the same key when the network is back', async () => {
    answers = [() => Promise.reject(offline())]
    const queue = newPage()
    await queue.open('ana')
    await queue.add(file('one'))
    await vi.waitFor(() => expect(sent).toEqual(['one']))
    await vi.waitFor(() => expect(states(queue)).toEqual(['one waiting']))
    queue.retry()
    await vi.waitFor(() => expect(queue.state()).toEqual([]))
    expect(sent).toEqual(['one', 'one'])
  })

  test('a file survives the page, and the next page sends it', async () => {
    answers = [() => Promise.reject(offline())]
    const before = newPage()
    await before.open('ana')
    await before.add(file('one'))
    await vi.waitFor(() => expect(sent).toEqual(['one']))
    const after = newPage()
    await after.open('ana')
    await vi.waitFor(() => expect(after.state()).toEqual([]))
    expect(files.rows.size).toBe(0)
  })

  test('a file is retried with a growing delay', async () => {
    const pauses: number[] = []
    answers = Array.from({ length: 7 }, () => () => Promise.reject(offline()))
    const queue = newPage({ sleep: async (ms) => void pauses.push(ms) })
    await queue.open('ana')
    await queue.add(file('one'))
    await vi.waitFor(() => expect(queue.state()).toEqual([]))
    expect(pauses).toEqual([2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
  })
})

test.each([
  [503, 'BUSY'],
  [429, 'RATE_LIMITED'],
  [500, 'UNEXPECTED'],
  [401, 'UNAUTHORIZED'],
  [408, 'TOO_SLOW'],
])('%i %s is temporary: the file waits', async (status, code) => {
  answers = [refusing(status, code)]
  const queue = newPage()
  await queue.open('ana')
  await queue.add(file('one'))
  await vi.waitFor(() => expect(wakeUp).toBeDefined())
  expect(states(queue)).toEqual(['one waiting'])
  expect(queue.state()[0]?.isSlow).toBe(code === 'TOO_SLOW')
  wakeUp?.()
  await vi.waitFor(() => expect(queue.state()).toEqual([]))
})

test('a refusal is final, survives a reload with its reason, and does not block the next file', async () => {
  answers = [refusing(415, 'PDF_LOCKED')]
  const queue = newPage()
  await queue.open('ana')
  await queue.add(file('one'))
  await queue.add(file('two'))
  await vi.waitFor(() => expect(sent).toEqual(['one', 'two']))
  await vi.waitFor(() => expect(states(queue)).toEqual(['one refused']))
  const after = newPage()
  await after.open('ana')
  expect(after.state()).toMatchObject([{ key: 'one', state: 'refused', code: 'PDF_LOCKED' }])
  await after.drop('one')
  expect(files.rows.size).toBe(0)
})

test('a cancelled upload is aborted, and the next one starts', async () => {
  let aborted = false
  const queue = newPage({
    send: ({ key }, signal) =>
      key === 'two'
        ? Promise.resolve()
        : new Promise((_, reject) =>
            signal.addEventListener('abort', () => {
              aborted = true
              reject(signal.reason)
            }),
          ),
  })
  await queue.open('ana')
  await queue.add(file('one'))
  await vi.waitFor(() => expect(states(queue)).toEqual(['one sending']))
  await queue.add(file('two'))
  await queue.drop('one')
  await vi.waitFor(() => expect(queue.state()).toEqual([]))
  expect(aborted).toBe(true)
})

test('another person on the same device neither sees nor sends the files', async () => {
  answers = [() => Promise.reject(offline())]
  const ana = newPage()
  await ana.open('ana')
  await ana.add(file('one'))
  await vi.waitFor(() => expect(sent).toEqual(['one']))
  ana.close()
  expect(ana.state()).toEqual([])
  const bruno = newPage()
  await bruno.open('bruno')
  expect(bruno.state()).toEqual([])
  expect(sent).toEqual(['one'])
  expect(files.rows.size).toBe(1)
})

test('two tabs send a file once: the second finds it gone', async () => {
  let turn: Promise<unknown> = Promise.resolve()
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const job = turn.then(work)
    turn = job
    return job
  }
  await files.put({ ...file('one'), owner: 'ana' })
  const first = newPage({ alone })
  const second = newPage({ alone })
  await Promise.all([first.open('ana'), second.open('ana')])
  await vi.waitFor(() => expect([...first.state(), ...second.state()]).toEqual([]))
  expect(sent).toEqual(['one'])
})

test('without storage a file is sent while the page lives', async () => {
  const full = { ...files, put: () => Promise.reject(new Error('quota')) }
  answers = [() => Promise.reject(offline())]
  const queue = newPage({ files: full })
  await queue.open('ana')
  await queue.add(file('one'))
  await vi.waitFor(() => expect(sent).toEqual(['one']))
  queue.retry()
  await vi.waitFor(() => expect(queue.state()).toEqual([]))
  expect(sent).toEqual(['one', 'one'])
})

test.each([
  ['was unreadable', 'refused', 'UNREADABLE'],
  ['waited for a network', 'waiting', undefined],
] as const)('a file that %s when the consultation ended says so and has no retry', (_, state, code) => {
  const upload = {
    key: 'a',
    consultationId: 'c',
    name: 'a.pdf',
    thumbnail: undefined,
    progress: 0,
    state,
    code,
    isSlow: false,
  }
  expect(refuseAfterEnd(upload)).toMatchObject({ key: 'a', state: 'refused', code: 'CONSULTATION_OVER' })
})
