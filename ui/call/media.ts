/** `audio` is the microphone, `video` the camera, as tracks and constraints name them. */
export type DeviceKind = 'audio' | 'video'
export const DEVICE_KINDS: readonly DeviceKind[] = ['audio', 'video']

/** Why a device could not be opened, from the error of `getUserMedia`. */
export type MediaProblem = 'denied' | 'missing' | 'busy'

export interface OwnMedia {
  stream: MediaStream
  /** Devices that could not be opened: a call works without camera or microphone. */
  problems: Partial<Record<DeviceKind, MediaProblem>>
}

export type Facing = 'user' | 'environment'
/** The camera with this facing mode, or the device with this id; `like` prefers a device and accepts any other. */
export type WhichDevice = { facing: Facing } | { id: string } | { like: string | undefined }

const AUDIO: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
const PICTURE: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 } }

/** Opens camera and microphone; if not both, the one that works, with the problem of the other. */
export async function openMedia({ camera = true } = {}): Promise<OwnMedia> {
  try {
    const video = camera && { ...PICTURE, facingMode: 'user' }
    return { stream: await navigator.mediaDevices.getUserMedia({ audio: AUDIO, video }), problems: {} }
  } catch (error) {
    const stream = new MediaStream()
    if (!camera) return { stream, problems: { audio: problemOf(error) } }
    const audio = await addDevice(stream, 'audio', { like: undefined })
    // The microphone opened on its own, so the camera is what failed.
    const video = audio ? await addDevice(stream, 'video', { facing: 'user' }) : problemOf(error)
    return { stream, problems: { ...(audio ? { audio } : {}), ...(video ? { video } : {}) } }
  }
}

/** Adds a device to a stream that has none of its kind. Returns why it could not be opened. */
export async function addDevice(
  stream: MediaStream,
  kind: DeviceKind,
  which: WhichDevice,
): Promise<MediaProblem | undefined> {
  try {
    const base = kind === 'audio' ? AUDIO : PICTURE
    const opened = await navigator.mediaDevices.getUserMedia({ [kind]: { ...base, ...constraintsOf(which) } })
    for (const track of opened.getTracks()) stream.addTrack(track)
    return undefined
  } catch (error) {
    return problemOf(error)
  }
}

function constraintsOf(which: WhichDevice): MediaTrackConstraints {
  if ('facing' in which) return { facingMode: { ideal: which.facing } }
  if ('id' in which) return { deviceId: { exact: which.id } }
  return which.like ? { deviceId: { ideal: which.like } } : {}
}

export const tracksOf = (stream: MediaStream, kind: DeviceKind): MediaStreamTrack[] =>
  stream.getTracks().filter((track) => track.kind === kind)

export function dropTracks(stream: MediaStream, kind: DeviceKind): void {
  for (const track of tracksOf(stream, kind)) {
    track.stop()
    stream.removeTrack(track)
  }
}

function problemOf(error: unknown): MediaProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing'
}

export const closeMedia = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}
