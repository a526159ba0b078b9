import { useEffect, useState } from 'react'

/** The connected devices that a call uses. Their labels are empty until the microphone is permitted. */
export interface Devices {
  cameras: MediaDeviceInfo[]
  microphones: MediaDeviceInfo[]
  speakers: MediaDeviceInfo[]
}

/** Follows `devicechange`; queried again when `allowed` changes, because the labels appear then. */
export function useDevices(allowed: boolean): Devices {
  const [all, setAll] = useState<MediaDeviceInfo[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: names appear with the permission
  useEffect(() => {
    const { mediaDevices } = navigator
    const refreshDevices = () => mediaDevices.enumerateDevices().then(setAll, () => {})
    refreshDevices()
    mediaDevices.addEventListener('devicechange', refreshDevices)
    return () => mediaDevices.removeEventListener('devicechange', refreshDevices)
  }, [allowed])
  const of = (kind: MediaDeviceKind) => all.filter((device) => device.kind === kind)
  return { cameras: of('videoinput'), microphones: of('audioinput'), speakers: of('audiooutput') }
}
