import type { QueueItem } from '@cuida/core/care/queue/desk-api.ts'
import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { useArrivals } from './queue/WorkLists.tsx'

const tone = vi.hoisted(() => ({ play: vi.fn(), stop: vi.fn() }))
vi.mock('@cuida/ui/presence/ring-tone.ts', () => ({ createRingTone: () => tone }))

beforeEach(() => {
  freezeTime()
  vi.clearAllMocks()
})

const waits = (id: string, more: Partial<QueueItem> = {}) =>
  ({ id, isHere: false, transfer: null, ...more }) as QueueItem
const presentPatient = (id: string) => waits(id, { isHere: true })

const changes: Partial<QueueItem> = { transfer: { by: 'Dra. Ruiz', reason: 'SHIFT_ENDS' } }

async function queue(first: QueueItem[] | undefined, isQuiet = false) {
  let items = first
  const screen = await renderHookWithQueries(() => useArrivals(items, isQuiet))
  const becomes = (...next: QueueItem[]) => {
    items = next
    return screen.rerender()
  }
  return { becomes, told: () => screen.current()?.id }
}

test('patients who were present when the desk opened cause no announcement', async () => {
  const { told } = await queue([presentPatient('ana')])
  expect(told()).toBeUndefined()
  expect(tone.play).not.toHaveBeenCalled()
})

test('an arriving patient is announced once, with a tone, for a second and a half', async () => {
  const { becomes, told } = await queue([waits('ana')])
  await becomes(presentPatient('ana'))
  expect(told()).toBe('ana')
  expect(tone.play).toHaveBeenCalledOnce()
  await advanceTime(1_499)
  expect(tone.stop).not.toHaveBeenCalled()
  await advanceTime(1)
  expect(tone.stop).toHaveBeenCalledOnce()
  await becomes(presentPatient('ana'))
  expect(tone.play).toHaveBeenCalledOnce()
})

test('the first loaded list causes no announcement', async () => {
  const { becomes, told } = await queue(undefined)
  await becomes(presentPatient('ana'))
  expect(told()).toBeUndefined()
  await becomes(presentPatient('ana'), presentPatient('leo'))
  expect(told()).toBe('leo')
})

test('a patient transferred by a colleague is announced, and so is the next', async () => {
  const { becomes, told } = await queue([waits('ana')])
  await becomes(waits('ana', changes))
  expect(told()).toBe('ana')
  await becomes(waits('ana', changes), presentPatient('leo'))
  expect(told()).toBe('leo')
  expect(tone.play).toHaveBeenCalledTimes(2)
})

test('a patient who only waits is not announced', async () => {
  const { becomes, told } = await queue([])
  await becomes(waits('ana'))
  expect(told()).toBeUndefined()
  expect(tone.play).not.toHaveBeenCalled()
})

test('the announcement ends when no patient is present, and a returning patient is announced again', async () => {
  const { becomes, told } = await queue([])
  await becomes(presentPatient('ana'))
  await becomes(presentPatient('ana'), waits('leo'))
  expect(told()).toBe('ana')
  await becomes(waits('ana'), waits('leo'))
  expect(told()).toBeUndefined()
  await becomes(presentPatient('ana'))
  expect(told()).toBe('ana')
  expect(tone.play).toHaveBeenCalledTimes(2)
})

test('during a call arrivals show without a tone', async () => {
  const { becomes, told } = await queue([], true)
  await becomes(presentPatient('ana'))
  expect(told()).toBe('ana')
  expect(tone.play).not.toHaveBeenCalled()
})
