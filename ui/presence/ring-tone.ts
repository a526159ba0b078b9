const LATE_MS = 500

interface Tone {
  play(): void
  stop(): void
}

/** Two soft tones: somebody calls. */
export const createRingTone = (): Tone => createTone([523, 659], 0.45)

/** Three short high ones, like nothing else here: somebody may be in danger. */
export const createAlarmTone = (): Tone => createTone([988, 988, 1_319], 0.28)

/** Made here: no file to load when it matters. Silent where the browser wants a touch first. In Hz, and seconds apart. */
function createTone(frequencies: readonly number[], apart: number): Tone {
  const context = typeof AudioContext === 'undefined' ? undefined : new AudioContext()
  return {
    play() {
      const since = performance.now()
      const sound = () => {
        // Allowed only later, by a touch for something else: nothing rings any more then.
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
