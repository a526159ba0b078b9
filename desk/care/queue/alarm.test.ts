import { advanceTime, freezeTime } from '@cuida/ui/testing/fake-time.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { useAlarm } from './UrgentAlarm.tsx'

const tone = vi.hoisted(() => ({ play: vi.fn(), stop: vi.fn() }))
vi.mock('@cuida/ui/presence/ring-tone.ts', () => ({ createAlarmTone: () => tone }))

beforeEach(() => {
  freezeTime()
  vi.clearAllMocks()
})

async function desk(...first: string[]) {
  let waiting = first
  let inCall = false
  const screen = await renderHookWithQueries(() =>
    useAlarm(
      waiting.map((id) => ({ id })),
      inCall,
    ),
  )
  return {
    now: screen.current,
    wait: (...ids: string[]) => {
      waiting = ids
      return screen.rerender()
    },
    call: (is: boolean) => {
      inCall = is
      return screen.rerender()
    },
    again: () => screen.rerender(),
  }
}

test('the alarm repeats until no patient waits', async () => {
  const { wait } = await desk('ana')
  expect(tone.play).toHaveBeenCalledTimes(1)
  await advanceTime(8_000)
  expect(tone.play).toHaveBeenCalledTimes(3)
  await wait()
  expect(tone.stop).toHaveBeenCalled()
  await advanceTime(20_000)
  expect(tone.play).toHaveBeenCalledTimes(3)
})

test('the alarm is silent without urgent patients and during an own call, whose patient would hear it', async () => {
  const { wait, call } = await desk()
  await advanceTime(8_000)
  expect(tone.play).not.toHaveBeenCalled()
  await call(true)
  await wait('ana')
  await advanceTime(8_000)
  expect(tone.play).not.toHaveBeenCalled()
  await call(false)
  expect(tone.play).toHaveBeenCalledOnce()
})

test('a silenced alarm returns after two minutes, and at once for another patient', async () => {
  const { now, wait, again } = await desk('ana')
  now().silence()
  await again()
  expect(now().isSilent).toBe(true)
  await advanceTime(60_000)
  expect(tone.play).toHaveBeenCalledTimes(1)
  await wait('ana', 'leo')
  expect(tone.play).toHaveBeenCalledTimes(2)
  await wait('ana')
  const before = tone.play.mock.calls.length
  await advanceTime(60_001)
  expect(tone.play.mock.calls.length).toBeGreaterThan(before)
})
