import { expect, test } from 'vitest'
import {
  bitrateCaps,
  INITIAL_QUALITY_STATE,
  type Quality,
  rateQuality,
  readSample,
  type Sample,
  updateQualityState,
} from './quality.ts'

const before: Sample = { received: 0, lost: 0, lostThere: 0, roundTrip: 0.05, room: 1_000_000, hear: 0, speak: 0 }
const now = (disconnect: Partial<Sample>): Sample => ({ ...before, received: 1_000, ...disconnect })

test.each<[string, Partial<Sample>, Quality]>([
  ['nothing is lost', {}, 'good'],
  ['2 of 100 packets are lost', { received: 98, lost: 2 }, 'good'],
  ['3 of 100 packets are lost', { received: 97, lost: 3 }, 'weak'],
  ['9 of 100 packets are lost', { received: 91, lost: 9 }, 'weak'],
  ['10 of 100 packets are lost', { received: 90, lost: 10 }, 'poor'],
  ['the other side misses a tenth', { lostThere: 0.1 }, 'poor'],
  ['a round trip takes 399 ms', { roundTrip: 0.399 }, 'good'],
  ['a round trip takes 400 ms', { roundTrip: 0.4 }, 'weak'],
  ['a round trip takes 800 ms', { roundTrip: 0.8 }, 'poor'],
  ['the bandwidth suffices for a small video only', { room: 199_999 }, 'weak'],
  ['the bandwidth suffices for a large video', { room: 200_000 }, 'good'],
  ['the bandwidth suffices for audio only', { room: 79_999 }, 'poor'],
  ['the browser reports no bandwidth', { room: undefined }, 'good'],
  ['no packet arrived', { received: 0 }, 'poor'],
  ['duplicates make the loss negative', { received: 100, lost: -5 }, 'good'],
])('%s: %s', (_, disconnect, quality) => expect(rateQuality(before, now(disconnect))).toBe(quality))

test('a decreased counter belongs to a new connection and is ignored', () =>
  expect(rateQuality(now({ received: 5_000, lost: 500 }), now({ received: 10, lost: 9 }))).toBe('good'))

const after = (...qualities: Quality[]) => qualities.reduce(updateQualityState, INITIAL_QUALITY_STATE).quality
test('one bad sample changes nothing, two do', () => {
  expect(after('good', 'poor')).toBe('good')
  expect(after('good', 'poor', 'poor')).toBe('poor')
  expect(after('good', 'weak', 'poor', 'weak', 'poor')).toBe('good')
})
test('the quality improves after five good samples, not after four', () => {
  expect(after('weak', 'weak', 'good', 'good', 'good', 'good')).toBe('weak')
  expect(after('weak', 'weak', 'good', 'good', 'good', 'good', 'good')).toBe('good')
})

test('a worse quality sends less', () => {
  const sent = (['good', 'weak', 'poor'] as const).map((quality) => bitrateCaps(quality).maxBitrate)
  expect(sent).toEqual([...sent].sort((a, b) => b - a))
  expect(new Set(sent).size).toBe(3)
})

test('a sample reads the browser’s statistics and ignores unused candidate pairs', () => {
  const report: [string, Record<string, unknown>][] = [
    ['a', { type: 'inbound-rtp', kind: 'audio', packetsReceived: 90, packetsLost: 4, audioLevel: 0.3 }],
    ['v', { type: 'inbound-rtp', kind: 'video', packetsReceived: 10, packetsLost: 1 }],
    ['m', { type: 'media-source', kind: 'audio', audioLevel: 0.1 }],
    ['r', { type: 'remote-inbound-rtp', fractionLost: 0.02, roundTripTime: 0.2 }],
    [
      'p',
      {
        type: 'candidate-pair',
        nominated: true,
        state: 'succeeded',
        currentRoundTripTime: 0.3,
        availableOutgoingBitrate: 5e5,
      },
    ],
    ['q', { type: 'candidate-pair', nominated: false, state: 'failed', currentRoundTripTime: 9 }],
  ]
  expect(readSample(report)).toEqual({
    received: 100,
    lost: 5,
    lostThere: 0.02,
    roundTrip: 0.3,
    room: 5e5,
    hear: 0.3,
    speak: 0.1,
  })
})

test('receiving nothing from a muted peer is no sign of poor quality', () => {
  expect(rateQuality(before, now({ received: 0 }), true)).toBe('good')
  expect(rateQuality(before, now({ received: 0 }), false)).toBe('poor')
})
