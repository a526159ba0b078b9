/** `weak`: pictures are made smaller. `poor`: sound alone would be better. */
export type Quality = 'good' | 'weak' | 'poor'

/** What one look at a connection says; counts are since it began, levels from 0 to 1. */
export interface Sample {
  received: number
  lost: number
  /** Share, 0 to 1, of what we send that the other side misses. */
  lostThere: number
  /** Seconds to the other side and back. */
  roundTrip: number
  /** Bits a second that the way out is thought to bear; undefined where the browser does not say. */
  room: number | undefined
  hear: number
  speak: number
}

export interface Caps {
  maxBitrate: number
  maxFramerate: number
  scaleResolutionDownBy: number
}

/** Bits and pictures a second. A face that speaks needs no more than the first. */
export const capsOf = (quality: Quality): Caps =>
  ({
    good: { maxBitrate: 1_200_000, maxFramerate: 30, scaleResolutionDownBy: 1 },
    weak: { maxBitrate: 300_000, maxFramerate: 15, scaleResolutionDownBy: 2 },
    poor: { maxBitrate: 120_000, maxFramerate: 8, scaleResolutionDownBy: 4 },
  })[quality]

/** From the standard's names (product 12.24); what a browser does not say counts as nothing wrong. */
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

/** Shares, seconds and bits a second at which words are still understood and faces are not; and neither. */
const WEAK = { lost: 0.03, roundTrip: 0.4, room: 200_000 }
const POOR = { lost: 0.1, roundTrip: 0.8, room: 80_000 }

/**
 * How the connection was between two looks. A count that went back is of a new connection and says nothing. `isSilent`: the
 * other side sends no sound, so that nothing received is no sign of a poor connection.
 */
export function judge(before: Sample, now: Sample, isSilent = false): Quality {
  const received = now.received - before.received
  const lost = Math.max(0, now.lost - before.lost)
  if (received < 0) return 'good'
  // Sound is sent all the time: when nothing comes, nothing comes through.
  if (received === 0) return isSilent ? 'good' : 'poor'
  const share = Math.max(lost / (received + lost), now.lostThere)
  const isPast = ({ lost, roundTrip, room }: typeof WEAK) =>
    share >= lost || now.roundTrip >= roundTrip || (now.room !== undefined && now.room < room)
  if (isPast(POOR)) return 'poor'
  return isPast(WEAK) ? 'weak' : 'good'
}

/** Looks, two seconds apart, that must agree: soon worse, slowly better, so that words do not flicker. */
const WORSE_AFTER = 2
const BETTER_AFTER = 5
/** Looks of `poor` in a row after which pictures are given up by themselves. */
export const GIVE_UP_PICTURES_AFTER = 5

export interface Standing {
  quality: Quality
  /** The newest look, and how many in a row said the same. */
  last: Quality
  times: number
}
export const STEADY: Standing = { quality: 'good', last: 'good', times: 0 }
const RANK = { good: 0, weak: 1, poor: 2 }

export function stand(before: Standing, last: Quality): Standing {
  const times = last === before.last ? before.times + 1 : 1
  const needed = RANK[last] > RANK[before.quality] ? WORSE_AFTER : BETTER_AFTER
  return { quality: times >= needed ? last : before.quality, last, times }
}
