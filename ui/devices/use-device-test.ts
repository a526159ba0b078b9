import { useEffect, useState } from 'react'
import { closeMedia, type OwnMedia, openMedia } from '../call/media.ts'
import { createRingTone } from '../presence/ring-tone.ts'
import { useMicrophone } from './use-microphone.ts'
import { networkVerdict, type Verdict } from './verdict.ts'

const TRIPS = 5

export interface DeviceTest {
  stream: MediaStream | undefined
  level: number
  camera: Verdict
  microphone: Verdict
  sound: Verdict
  network: Verdict
  /** Plays a sound; `hear` is the person's answer to whether it was heard. */
  play(): void
  hear(heard: boolean): void
}

/** Tries everything that a video call needs, from when it is on the screen. `ping` is one trip to the server and back. */
export function useDeviceTest(ping: () => Promise<unknown>): DeviceTest {
  const [media, setMedia] = useState<OwnMedia>()
  const [network, setNetwork] = useState<Verdict>('checking')
  const [sound, setSound] = useState<Verdict>('asking')
  useEffect(() => {
    let opened: OwnMedia | undefined
    let over = false
    void openMedia().then((own) => {
      if (over) return closeMedia(own.stream)
      opened = own
      setMedia(own)
    })
    return () => {
      over = true
      if (opened) closeMedia(opened.stream)
    }
  }, [])
  useEffect(() => {
    let over = false
    void tripsOf(ping).then((trips) => over || setNetwork(networkVerdict(trips)))
    return () => {
      over = true
    }
  }, [ping])
  const { level, heard } = useMicrophone(media?.stream)
  return {
    stream: media?.stream,
    level,
    camera: !media ? 'checking' : hasTrack(media, 'video') ? 'good' : (media.problem ?? 'missing'),
    microphone: !media ? 'checking' : hasTrack(media, 'audio') ? heard : (media.problem ?? 'missing'),
    sound,
    network,
    play: () => playOnce(() => setSound('asking')),
    hear: (isHeard) => setSound(isHeard ? 'good' : 'silent'),
  }
}

const hasTrack = ({ stream }: OwnMedia, kind: 'audio' | 'video'): boolean =>
  stream.getTracks().some((track) => track.kind === kind && track.readyState === 'live')

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
      // A trip that never came back is as slow as one can be.
      trips.push(Number.POSITIVE_INFINITY)
    }
  }
  return trips
}
