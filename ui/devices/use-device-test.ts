import { useEffect, useState } from 'react'
import { closeMedia, type DeviceKind, openMedia } from '../call/media.ts'
import { type DeviceState, keepDevices, type OwnDevices, WORKING_DEVICES } from '../call/own-devices.ts'
import { createRingTone } from '../presence/ring-tone.ts'
import { isVoice, loudness, networkResult, type TestResult } from './device-result.ts'

const TRIPS = 5

export interface DeviceTest {
  stream: MediaStream | undefined
  level: number
  camera: TestResult
  microphone: TestResult
  sound: TestResult
  network: TestResult
  /** Opens a device again that stopped or failed to open. */
  retry(kind: DeviceKind): void
  /** Plays a sound; `hear` records whether the user heard it. */
  play(): void
  hear(isVoiceHeard: boolean): void
}

/** Tests everything that a video call needs, from mount on. `ping` is one round trip to the server. */
export function useDeviceTest(ping: () => Promise<unknown>): DeviceTest {
  const [own, setOwn] = useState<{ stream: MediaStream; devices: OwnDevices }>()
  const [states, setStates] = useState(WORKING_DEVICES)
  const [network, setNetwork] = useState<TestResult>('checking')
  const [sound, setSound] = useState<TestResult>('asking')
  useEffect(() => {
    let devices: OwnDevices | undefined
    let over = false
    void openMedia().then((media) => {
      if (over) return closeMedia(media.stream)
      const keeper = keepDevices(media, () => setStates(keeper.states()))
      devices = keeper
      setStates(keeper.states())
      setOwn({ stream: media.stream, devices })
    })
    return () => {
      over = true
      devices?.close()
    }
  }, [])
  useEffect(() => {
    let over = false
    void tripsOf(ping).then((trips) => over || setNetwork(networkResult(trips)))
    return () => {
      over = true
    }
  }, [ping])
  const { level, heard } = useMicrophone(own?.stream, states.audio)
  const resultOf = (kind: DeviceKind, works: TestResult): TestResult =>
    own ? (states[kind].problem ?? works) : 'checking'
  return {
    stream: own?.stream,
    level,
    camera: resultOf('video', 'good'),
    microphone: resultOf('audio', heard),
    sound,
    network,
    retry: (kind) => void own?.devices.retry(kind),
    play: () => playOnce(() => setSound('asking')),
    hear: (isHeard) => setSound(isHeard ? 'good' : 'silent'),
  }
}

function playOnce(onBegin: () => void): void {
  const tone = createRingTone()
  tone.play()
  onBegin()
  setTimeout(tone.stop, 1_500)
}

async function tripsOf(ping: () => Promise<unknown>): Promise<number[]> {
  const trips: number[] = []
  for (let trip = 0; trip < TRIPS; trip++) {
    const since = performance.now()
    try {
      await ping()
      trips.push(performance.now() - since)
    } catch {
      // A failed round trip counts as infinitely slow.
      trips.push(Number.POSITIVE_INFINITY)
    }
  }
  return trips
}

const LOOK_MS = 100
/** Enough time to read the instruction and to say a word. */
const SILENCE_MS = 8_000

/** The current level from 0 to 1, and the result: `asking` until a voice is heard, `silent` after a while. */
function useMicrophone(
  stream: MediaStream | undefined,
  state: DeviceState,
): { level: number; heard: 'asking' | 'good' | 'silent' } {
  const [level, setLevel] = useState(0)
  const [soundResult, setSoundResult] = useState<'asking' | 'good' | 'silent'>('asking')
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
      setSoundResult((before) => {
        if (before === 'good' || isVoice(now)) return 'good'
        return performance.now() - since > SILENCE_MS ? 'silent' : before
      })
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
      void context.close()
    }
  }, [stream, state])
  return { level, heard: soundResult }
}
