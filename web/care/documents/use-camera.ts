import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

export type CameraState = 'starting' | 'live' | 'none'

interface Camera {
  video: RefObject<HTMLVideoElement | null>
  state: CameraState
  /** Absent without a second camera, or without a torch. */
  flip: (() => void) | undefined
  torch: { isOn: boolean; toggle: () => void } | undefined
  shoot: () => Promise<Blob | undefined>
}

type Facing = 'environment' | 'user'
/** Supported by phone browsers, missing in TypeScript's types. */
interface Lamp {
  torch?: boolean
}

/** The back or front camera, open while the screen is mounted. */
export function useCamera(isPaused: boolean): Camera {
  const video = useRef<HTMLVideoElement>(null)
  const [facing, setFacing] = useState<Facing>('environment')
  const [stream, setStream] = useState<MediaStream | null>()
  const [cameras, setCameras] = useState(1)
  const [isLit, setLit] = useState(false)
  useEffect(() => {
    let isHere = true
    let opened: MediaStream | undefined
    void openCamera(facing).then(async (found) => {
      opened = found
      if (!isHere) return stop(found)
      setStream(found ?? null)
      setCameras(await countCameras())
    })
    return () => {
      isHere = false
      stop(opened)
      setLit(false)
    }
  }, [facing])
  useEffect(() => {
    if (video.current && !isPaused) video.current.srcObject = stream ?? null
  }, [stream, isPaused])
  const track = stream?.getVideoTracks()[0]
  const shoot = useCallback(() => pictureOf(video.current), [])
  const light = async () => {
    await track?.applyConstraints({ advanced: [{ torch: !isLit } as MediaTrackConstraintSet] }).catch(() => {})
    setLit(!isLit)
  }
  return {
    video,
    state: stream === undefined ? 'starting' : stream ? 'live' : 'none',
    flip: cameras > 1 ? () => setFacing(facing === 'user' ? 'environment' : 'user') : undefined,
    torch: hasTorch(track) ? { isOn: isLit, toggle: () => void light() } : undefined,
    shoot,
  }
}

/** undefined: no camera, no permission, or a page that may not ask. */
async function openCamera(facingMode: Facing): Promise<MediaStream | undefined> {
  try {
    return await navigator.mediaDevices.getUserMedia({
      video: { facingMode, width: { ideal: 2_560 }, height: { ideal: 1_920 } },
    })
  } catch {
    return undefined
  }
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

async function countCameras(): Promise<number> {
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices.filter(({ kind }) => kind === 'videoinput').length
}

const hasTorch = (track: MediaStreamTrack | undefined): boolean =>
  'torch' in ((track?.getCapabilities?.() ?? {}) as Lamp)

async function pictureOf(video: HTMLVideoElement | null): Promise<Blob | undefined> {
  if (!video || video.videoWidth === 0) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', 0.9))
}
