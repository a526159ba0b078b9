const LATE_MS = 500

interface Tone {
  play(): void
  stop(): void
}

/** Two soft tones for an incoming call. */
export const createRingTone = (): Tone => createTone([523, 659], 0.45)

/** Three short high tones, unlike any other sound here, for a possible emergency. */
export const createAlarmTone = (): Tone => createTone([988, 988, 1_319], 0.28)

/**
 * Synthesised, so that no file has to load when it matters. Silent until the browser's autoplay policy allows sound.
 * Frequencies in Hz, `apart` in seconds.
 */
function createTone(frequencies: readonly number[], apart: number): Tone {
  const context = typeof AudioContext === 'undefined' ? undefined : new AudioContext()
  return {
    play() {
      const since = performance.now()
      const sound = () => {
        // If the browser allows sound only later, the tone is outdated and does not play.
        if (!context || performance.now() - since > LATE_MS) return
        for (const [index, frequency] of frequencies.entries())
          tone(context, { frequency, at: context.currentTime + index * apart, until: apart })
      }
      context?.resume().then(sound, () => {})
    },
    stop: () => void context?.close().catch(() => {}),
  }
}

function tone(context: AudioContext, { frequency, at, until }: { frequency: number; at: number; until: number }): void {
  const gain = new GainNode(context, { gain: 0 })
  const source = new OscillatorNode(context, { frequency })
  source.connect(gain).connect(context.destination)
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(0.2, at + 0.05)
  gain.gain.linearRampToValueAtTime(0, at + until - 0.05)
  source.start(at)
  source.stop(at + until)
}
