import type { DeviceProblem } from '../call/own-devices.ts'

/** What is known of one thing that a call needs. `asking`: the person must do or say something first. */
export type TestResult = 'checking' | 'asking' | 'good' | 'fair' | 'poor' | 'silent' | DeviceProblem

/** A round trip in milliseconds, as a person would feel it in a conversation. */
export function networkResult(trips: readonly number[]): TestResult {
  const [middle] = [...trips].sort((a, b) => a - b).slice(Math.floor(trips.length / 2))
  if (middle === undefined) return 'poor'
  if (middle <= 200) return 'good'
  return middle <= 600 ? 'fair' : 'poor'
}

/** Loudness from 0 to 1 of one look at the microphone: the root of the mean square, where speech lies about 0.1. */
export function loudness(samples: Float32Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.min(1, Math.sqrt(sum / Math.max(1, samples.length)) * 4)
}

/** Louder than the hiss of a room. */
export const isVoice = (level: number): boolean => level > 0.06
