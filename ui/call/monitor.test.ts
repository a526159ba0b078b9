import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Look, watchQuality } from './monitor.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A connection that loses this share of what is sent, two seconds after two seconds. */
function connection() {
  const looks: Look[] = []
  let share = 0
  let counts = { packetsReceived: 0, packetsLost: 0 }
  const stats = async () => {
    counts = {
      packetsReceived: counts.packetsReceived + 100 * (1 - share),
      packetsLost: counts.packetsLost + 100 * share,
    }
    const sound = { type: 'inbound-rtp', kind: 'audio', audioLevel: 0.1, ...counts }
    return new Map([['a', sound]]) as unknown as RTCStatsReport
  }
  const watch = watchQuality(stats, (look) => looks.push(look))
  return {
    watch,
    last: () => looks.at(-1),
    async lose(lost: number, seconds: number) {
      share = lost
      await vi.advanceTimersByTimeAsync(seconds * 1_000)
      return looks.at(-1)
    },
  }
}

test('pictures are given up after ten seconds that are poor, and not after eight', async () => {
  const { lose, watch } = connection()
  expect(await lose(0, 20)).toMatchObject({ quality: 'good', giveUpPictures: false })
  expect(await lose(0.2, 8)).toMatchObject({ quality: 'poor', giveUpPictures: false })
  expect(await lose(0.2, 2)).toMatchObject({ quality: 'poor', giveUpPictures: true })
  watch.stop()
})

test('a new connection has six seconds to find out what it bears', async () => {
  const { lose, watch } = connection()
  await lose(0, 20)
  watch.restart()
  expect((await lose(0.2, 8))?.quality).toBe('good')
  expect((await lose(0.2, 4))?.quality).toBe('poor')
  watch.stop()
})

test('who speaks is seen, and a watch that was stopped looks no more', async () => {
  const { last, lose, watch } = connection()
  expect((await lose(0, 2))?.speaking).toEqual({ me: false, them: true })
  watch.stop()
  const before = last()
  await lose(1, 20)
  expect(last()).toBe(before)
})
