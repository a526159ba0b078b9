import { useEffect, useState } from 'react'

/** What is plugged in, of a kind that a call uses. Names are there once the person has allowed the microphone. */
export interface Devices {
  cameras: MediaDeviceInfo[]
  microphones: MediaDeviceInfo[]
  speakers: MediaDeviceInfo[]
}

/** Kept up to date while headsets come and go; asked again when `allowed` changes, because names appear then. */
export function useDevices(allowed: boolean): Devices {
  const [all, setAll] = useState<MediaDeviceInfo[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: names appear with the permission
  useEffect(() => {
    const { mediaDevices } = navigator
    const ask = () => mediaDevices.enumerateDevices().then(setAll, () => {})
    ask()
    mediaDevices.addEventListener('devicechange', ask)
    return () => mediaDevices.removeEventListener('devicechange', ask)
  }, [allowed])
  const of = (kind: MediaDeviceKind) => all.filter((device) => device.kind === kind)
  return { cameras: of('videoinput'), microphones: of('audioinput'), speakers: of('audiooutput') }
}
