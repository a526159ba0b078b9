import { useEffect } from 'react'
import { platform } from '../platform/platform.ts'

const ROUND_MS = 3_000

/** Rings while asked to: sound, vibration, and the title of the tab (design §8 "Waiting"). */
export function useRing(on: boolean, title: string): void {
  useEffect(() => {
    if (!on) return
    const before = document.title
    const sound = createRingTone()
    const ring = () => {
      sound.play()
      platform().haptic('ring')
      document.title = document.title === title ? before : title
    }
    ring()
    const timer = setInterval(ring, ROUND_MS)
    return () => {
      clearInterval(timer)
      sound.stop()
      navigator.vibrate?.(0)
      document.title = before
    }
  }, [on, title])
}

/** Two soft tones, made here: no file to load when it matters. Silent where the browser wants a touch first. */
function createRingTone() {
  const context = typeof AudioContext === 'undefined' ? undefined : new AudioContext()
  return {
    play() {
      if (context?.state !== 'running') return
      for (const [index, frequency] of [523, 659].entries())
        tone(context, frequency, context.currentTime + index * 0.45)
    },
    stop: () => void context?.close(),
  }
}

function tone(context: AudioContext, frequency: number, at: number): void {
  const gain = new GainNode(context, { gain: 0 })
  const source = new OscillatorNode(context, { frequency })
  source.connect(gain).connect(context.destination)
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(0.2, at + 0.05)
  gain.gain.linearRampToValueAtTime(0, at + 0.4)
  source.start(at)
  source.stop(at + 0.45)
}
