import type { DeviceProblem } from '../call/own-devices.ts'

/** The result of one part of the test. `asking`: waits for an action of the user. */
export type TestResult = 'checking' | 'asking' | 'good' | 'fair' | 'poor' | 'silent' | DeviceProblem

/** Rates the median round trip (ms) by how it feels in a conversation. */
export function networkResult(trips: readonly number[]): TestResult {
  const [middle] = [...trips].sort((a, b) => a - b).slice(Math.floor(trips.length / 2))
  if (middle === undefined) return 'poor'
  if (middle <= 200) return 'good'
  return middle <= 600 ? 'fair' : 'poor'
}

/** The loudness (RMS) of one microphone sample, from 0 to 1; speech is about 0.1. */
export function loudness(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.min(1, Math.sqrt(sum / Math.max(1, samples.length)) * 4)
}

/** Louder than background noise. */
export const isVoice = (level: number): boolean => level > 0.06
