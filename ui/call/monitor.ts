import {
  GIVE_UP_PICTURES_AFTER,
  INITIAL_QUALITY_STATE,
  type Quality,
  type QualityState,
  rateQuality,
  readSample,
  type Sample,
  updateQualityState,
} from './quality.ts'

export interface QualitySample {
  quality: Quality
  speaking: { me: boolean; them: boolean }
  /** The connection was poor for so long that audio only is better. */
  giveUpPictures: boolean
}

const LOOK_MS = 2_000
/** Samples that are ignored at the start, while the bandwidth estimate settles. */
const WARM_UP = 3
/** A level from 0 to 1 above room noise. */
const VOICE = 0.02

/**
 * Samples the connection every two seconds while media flows. `isSilent`: the other side's microphone has stopped.
 */
export function monitorQuality(
  stats: () => Promise<RTCStatsReport | undefined>,
  onLook: (sample: QualitySample) => void,
  isSilent: () => boolean = () => false,
): { restart(): void; stop(): void } {
  let before: Sample | undefined
  let state: QualityState = INITIAL_QUALITY_STATE
  let sampleCount = 0
  const restart = () => {
    before = undefined
    state = { ...INITIAL_QUALITY_STATE, quality: state.quality }
    sampleCount = 0
  }
  const timer = setInterval(async () => {
    const report = await stats().catch(() => undefined)
    // Without media, packet loss says nothing about the path that the media will take afterwards.
    if (!report) return restart()
    const now = readSample(report as unknown as Iterable<[string, Record<string, unknown>]>)
    sampleCount += 1
    if (before && sampleCount > WARM_UP) state = updateQualityState(state, rateQuality(before, now, isSilent()))
    before = now
    onLook({
      quality: state.quality,
      speaking: { me: now.speak > VOICE, them: now.hear > VOICE },
      giveUpPictures: state.last === 'poor' && state.times >= GIVE_UP_PICTURES_AFTER,
    })
  }, LOOK_MS)
  return {
    restart,
    stop: () => clearInterval(timer),
  }
}
