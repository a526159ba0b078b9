import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { monitorQuality, type QualitySample } from './monitor.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection with a given packet loss, sampled every two seconds. */
function connection() {
  const samples: QualitySample[] = []
  let share = 0
  let isLive = true
  let counts = { packetsReceived: 0, packetsLost: 0 }
  const stats = async () => {
    counts = {
      packetsReceived: counts.packetsReceived + 100 * (1 - share),
      packetsLost: counts.packetsLost + 100 * share,
    }
    if (!isLive) return undefined
    const sound = { type: 'inbound-rtp', kind: 'audio', audioLevel: 0.1, ...counts }
    return new Map([['a', sound]]) as unknown as RTCStatsReport
  }
  const watch = monitorQuality(stats, (sample) => samples.push(sample))
  return {
    watch,
    last: () => samples.at(-1),
    flow(flows: boolean) {
      isLive = flows
    },
    async lose(lostShare: number, seconds: number) {
      share = lostShare
      await vi.advanceTimersByTimeAsync(seconds * 1_000)
      return samples.at(-1)
    },
  }
}

test('video is given up after ten seconds of poor quality, not after eight', async () => {
  const { lose, watch } = connection()
  expect(await lose(0, 20)).toMatchObject({ quality: 'good', giveUpPictures: false })
  expect(await lose(0.2, 8)).toMatchObject({ quality: 'poor', giveUpPictures: false })
  expect(await lose(0.2, 2)).toMatchObject({ quality: 'poor', giveUpPictures: true })
  watch.stop()
})

test('a new connection has six seconds to settle', async () => {
  const { lose, watch } = connection()
  await lose(0, 20)
  watch.restart()
  expect((await lose(0.2, 8))?.quality).toBe('good')
  expect((await lose(0.2, 4))?.quality).toBe('poor')
  watch.stop()
})

test('packet loss during an interruption does not count afterwards', async () => {
  const { flow, lose, watch } = connection()
  await lose(0, 20)
  await lose(0.9, 8)
  flow(false)
  await lose(0.9, 10)
  flow(true)
  // The settling time.
  expect((await lose(0.9, 2))?.giveUpPictures).toBe(false)
  expect((await lose(0.9, 4))?.giveUpPictures).toBe(false)
  expect(await lose(0, 10)).toMatchObject({ quality: 'good', giveUpPictures: false })
  watch.stop()
})

test('the speaker is detected, and a stopped monitor takes no samples', async () => {
  const { last, lose, watch } = connection()
  expect((await lose(0, 2))?.speaking).toEqual({ me: false, them: true })
  watch.stop()
  const before = last()
  await lose(1, 20)
  expect(last()).toBe(before)
})
