import { useEffect, useState } from 'react'
import type { DeviceState } from '../call/own-devices.ts'
import { isVoice, loudness } from './verdict.ts'

const LOOK_MS = 100
/** Long enough to read the line that asks for a word, and to say one. */
const SILENCE_MS = 8_000

/** How loud it is now, from 0 to 1, and what that says: `asking` until a voice was heard, `silent` after a while. */
export function useMicrophone(
  stream: MediaStream | undefined,
  state: DeviceState,
): { level: number; heard: 'asking' | 'good' | 'silent' } {
  const [level, setLevel] = useState(0)
  const [heard, setHeard] = useState<'asking' | 'good' | 'silent'>('asking')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new state may mean that another track took the place of one
  useEffect(() => {
    if (!stream?.getAudioTracks().length) return
    const context = new AudioContext()
    const analyser = new AnalyserNode(context, { fftSize: 1_024 })
    context.createMediaStreamSource(stream).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    const since = performance.now()
    const timer = setInterval(() => {
      analyser.getFloatTimeDomainData(samples)
      const now = loudness(samples)
      setLevel(now)
      setHeard((before) => {
        if (before === 'good' || isVoice(now)) return 'good'
        return performance.now() - since > SILENCE_MS ? 'silent' : before
      })
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [stream, state])
  return { level, heard }
}
