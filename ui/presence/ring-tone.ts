const LATE_MS = 500

/** Two soft tones, made here: no file to load when it matters. Silent where the browser wants a touch first. */
export function createRingTone(): { play(): void; stop(): void } {
  const context = typeof AudioContext === 'undefined' ? undefined : new AudioContext()
  return {
    play() {
      const since = Date.now()
      const sound = () => {
        // Allowed only later, by a touch for something else: nothing rings any more then.
        if (!context || Date.now() - since > LATE_MS) return
        for (const [index, frequency] of [523, 659].entries())
          tone(context, frequency, context.currentTime + index * 0.45)
      }
      context?.resume().then(sound, () => {})
    },
    stop: () => void context?.close().catch(() => {}),
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
