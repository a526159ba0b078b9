/** `weak`: the video is reduced. `poor`: audio only would be better. */
export type Quality = 'good' | 'weak' | 'poor'

/** One sample of a connection; counts are cumulative, levels from 0 to 1. */
export interface Sample {
  received: number
  lost: number
  /** The share, 0 to 1, of our packets that the other side did not receive. */
  lostThere: number
  /** Seconds. */
  roundTrip: number
  /** The estimated outgoing bandwidth in bits per second; undefined where the browser does not report it. */
  room: number | undefined
  hear: number
  speak: number
}

export interface Caps {
  maxBitrate: number
  maxFramerate: number
  scaleResolutionDownBy: number
}

/** Bits and frames per second. A talking face needs no more than the first. */
export const bitrateCaps = (quality: Quality): Caps =>
  ({
    good: { maxBitrate: 1_200_000, maxFramerate: 30, scaleResolutionDownBy: 1 },
    weak: { maxBitrate: 300_000, maxFramerate: 15, scaleResolutionDownBy: 2 },
    poor: { maxBitrate: 120_000, maxFramerate: 8, scaleResolutionDownBy: 4 },
  })[quality]

/** Reads the standard's statistics (product 12.24); a missing value counts as no problem. */
export function readSample(report: Iterable<[string, Record<string, unknown>]>): Sample {
  const sample: Sample = { received: 0, lost: 0, lostThere: 0, roundTrip: 0, room: undefined, hear: 0, speak: 0 }
  const number = (value: unknown) => (typeof value === 'number' ? value : 0)
  for (const [_, stat] of report) {
    if (stat.type === 'inbound-rtp') {
      sample.received += number(stat.packetsReceived)
      sample.lost += number(stat.packetsLost)
      if (stat.kind === 'audio') sample.hear = number(stat.audioLevel)
    }
    if (stat.type === 'media-source' && stat.kind === 'audio') sample.speak = number(stat.audioLevel)
    if (stat.type === 'remote-inbound-rtp') {
      sample.lostThere = Math.max(sample.lostThere, number(stat.fractionLost))
      sample.roundTrip = Math.max(sample.roundTrip, number(stat.roundTripTime))
    }
    if (stat.type === 'candidate-pair' && stat.nominated === true && stat.state === 'succeeded') {
      sample.roundTrip = Math.max(sample.roundTrip, number(stat.currentRoundTripTime))
      if (typeof stat.availableOutgoingBitrate === 'number') sample.room = stat.availableOutgoingBitrate
    }
  }
  return sample
}

/**
 * Thresholds of loss (share), round trip (s) and bandwidth (bit/s): at `WEAK` speech is still clear and video is not;
 * at `POOR` neither is.
 */
const WEAK = { lost: 0.03, roundTrip: 0.4, room: 200_000 }
const POOR = { lost: 0.1, roundTrip: 0.8, room: 80_000 }

/**
 * The quality between two samples. A count that decreased belongs to a new connection and is ignored. `isSilent`: the
 * other side sends no audio, so that receiving nothing is no sign of a poor connection.
 */
export function rateQuality(before: Sample, now: Sample, isSilent = false): Quality {
  const received = now.received - before.received
  const lostPackets = Math.max(0, now.lost - before.lost)
  if (received < 0) return 'good'
  // Audio is sent continuously: when nothing is received, nothing gets through.
  if (received === 0) return isSilent ? 'good' : 'poor'
  const share = Math.max(lostPackets / (received + lostPackets), now.lostThere)
  const isPast = ({ lost, roundTrip, room }: typeof WEAK) =>
    share >= lost || now.roundTrip >= roundTrip || (now.room !== undefined && now.room < room)
  if (isPast(POOR)) return 'poor'
  return isPast(WEAK) ? 'weak' : 'good'
}

/**
 * Samples, two seconds apart, that must agree: quickly worse and slowly better, so that the display does not flicker.
 */
const WORSE_AFTER = 2
const BETTER_AFTER = 5
/** Consecutive `poor` samples after which video is switched off automatically. */
export const GIVE_UP_PICTURES_AFTER = 5

export interface QualityState {
  quality: Quality
  /** The latest judgement, and how many in a row were equal. */
  last: Quality
  times: number
}
export const INITIAL_QUALITY_STATE: QualityState = { quality: 'good', last: 'good', times: 0 }
const RANK = { good: 0, weak: 1, poor: 2 }

export function updateQualityState(before: QualityState, last: Quality): QualityState {
  const times = last === before.last ? before.times + 1 : 1
  const needed = RANK[last] > RANK[before.quality] ? WORSE_AFTER : BETTER_AFTER
  return { quality: times >= needed ? last : before.quality, last, times }
}
